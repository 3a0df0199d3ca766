/** Group buying (合买), copy betting (跟单), profiles and comments. */
export { readRelease, releaseOf } from './copy-betting/release.ts';
export { stopFollowRules } from './copy-betting/follow-rules.ts';
export { groupKind } from './group-buying/kind.ts';
export { visitorRowsOf, groupProgressOf } from './group-buying/stream-rows.ts';
export { stopGroupRules } from './group-buying/standing-rules.ts';
export { removeComment } from './profiles/comments.ts';
export { plainText } from './profiles/emotes.ts';
export { writeWinRecord } from './profiles/win-record.ts';
export type { SocialServices } from './services.ts';
export { social } from './module.ts';
