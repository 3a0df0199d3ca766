/** Messages inside the app, pushes, and reminders. */
export { makeNotices } from './notices/make-notices.ts';
export { NOTICE_RULES } from './notices/rules.ts';
export { signingKeysOf } from './push/encrypt.ts';
export { openPush, type PushOptions } from './push/push.ts';
export type { InboxServices } from './services.ts';
export { inbox } from './module.ts';
