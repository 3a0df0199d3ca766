/** Group buying (合买), copy betting (跟单), profiles and comments. */
export { readRelease, releaseOf } from './copy-betting/release.ts';
export { stopFollowRules } from './copy-betting/standing.ts';
export { groupKind } from './group-buying/kind.ts';
export { newsOf, progressOf } from './group-buying/news.ts';
export { stopGroupRules } from './group-buying/rules.ts';
export { takeAway } from './profiles/comments.ts';
export { plainText } from './profiles/emotes.ts';
export { writeRecord } from './profiles/record.ts';
export type { SocialServices } from './services.ts';
export { social } from './module.ts';
