/** Levels, tasks, gifts, the store, coupons and activities. */
export { claimCode, listed, passedBp, ruleText, stateOf } from './activities/activities.ts';
export { activityAddress } from './activities/address.ts';
export { activityCalls } from './activities/calls.ts';
export { activitySubjects } from './activities/subject.ts';
export { frameRoutes } from './member/frames.ts';
export { catchUp } from './member/growth.ts';
export { codeOf, makeCode, newCode, noteInvitation, rewardFriends } from './member/invite.ts';
export { openVisits } from './member/visits.ts';
export { likeness } from './member/nicknames.ts';
export { levelAt, rewardText } from './member/rules.ts';
export { todayOf } from './member/tasks.ts';
export type { LoyaltyServices } from './services.ts';
export { storeCalls } from './store/calls.ts';
export { isOver, isSoon, limitText, soldOf, type Sold } from './store/shelf.ts';
export { productSubjects } from './store/subject.ts';
export { loyalty } from './module.ts';
