/** Access to the picks of a group order. This is the only place that decides it, for every answer. */

/** Facts about one group order and one viewer that decide the access. */
export interface PlanVisibility {
  /** 0 公开, 1 参与后, 2 截止后, 3 保密. */
  readonly security: number;
  /** The stop time of the order has passed, by the clock of the database. */
  readonly stopped: boolean;
  readonly initiator: boolean;
  /** The viewer has shares. */
  readonly joined: boolean;
}

export const SECURITY_NAMES = ['公开', '参与后可见', '截止后公开', '保密'] as const;

/** The starter always sees the picks. With security 2 they stay hidden until the stop, even if all shares are sold before. */
export function maySeePlan({ security, stopped, initiator, joined }: PlanVisibility): boolean {
  if (initiator) return true;
  switch (security) {
    case 0:
      return true;
    case 1:
      return joined;
    case 2:
      return stopped;
    default:
      return false;
  }
}
