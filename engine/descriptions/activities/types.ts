/** The type of an activity (活动), which schemas/activity.schema.json defines. */
export type { ActivityDescription } from '../generated/activity.ts';
