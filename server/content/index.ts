/** Help, articles, rules of games, search, and the home page. */
export { contentCalls } from './content-calls.ts';
export { countReads, openArticleReads, type Reads } from './reads.ts';
export type { ContentServices } from './services.ts';
export { stateOf, type Dated } from './shown.ts';
export { siteCalls } from './site-calls.ts';
export { content } from './module.ts';
