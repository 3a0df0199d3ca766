/** Help, articles, rules of games, search, and the home page. */
export { contentCalls } from './content-calls.ts';
export { createArticleReads, openReadTally, type ArticleReads } from './article-reads.ts';
export type { ContentServices } from './services.ts';
export { displayState, type DatedText } from './display-state.ts';
export { siteCalls } from './site-calls.ts';
export { content } from './module.ts';
