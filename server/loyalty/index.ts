/** Levels, tasks, gifts, the store, coupons and activities. */
export { claimCode, listedActivities, elapsedBp, activityRuleText, activityState } from './activities/activities.ts';
export { activityAddress } from './activities/address.ts';
export { activityCalls } from './activities/calls.ts';
export { activityMovementLabels } from './activities/movement-label.ts';
export { frameRoutes } from './member/frames.ts';
export { postDue } from './member/growth.ts';
export { invitationCodeOf, makeInvitationCode, newInvitationCode, noteInvitation, rewardFriends } from './member/invite.ts';
export { openVisits } from './member/visits.ts';
export { lookalikeKey } from './member/nicknames.ts';
export { levelAt, rewardText } from './member/rules.ts';
export { todayOf } from './member/tasks.ts';
export type { LoyaltyServices } from './services.ts';
export { storeCalls } from './store/calls.ts';
export { isSaleOver, isBeforeSale, purchaseLimitText, productSalesOf, type ProductSales } from './store/shelf.ts';
export { productMovementLabels } from './store/movement-label.ts';
export { loyalty } from './module.ts';
