/**
 * What a recorder must know of a model without loading it: which of its fields are nobody's business, which events may stand for several,
 * and which machines live for one errand only. Data by the name (id) of the machine; one that is not listed has only the common rules.
 */
import type { TraceEvent } from './trace.ts';

export interface MachineRules {
  /** Further fields that are not recorded in this machine. */
  readonly secret?: readonly string[];
  /** Fields whose own fields are named by descriptions (areas, issues): those names say nothing, and what they hold is no secret. */
  readonly described?: readonly string[];
  /** Fields that hold an address of another site: scheme and host say where it leads, the rest may be somebody's key to it. */
  readonly addresses?: readonly string[];
  /** Fields that hold what a server answered: recorded as facts and shapes (redaction.ts). */
  readonly facts?: readonly string[];
  /** One errand: forgotten with its last event. */
  readonly transient?: boolean;
  /**
   * `after`, which follows `before` at once and changes no state, says all that both say: telling the machine `after` alone leaves it
   * exactly where both would. Must be right, or the trace does not replay.
   */
  readonly supersedes?: (before: TraceEvent, after: TraceEvent) => boolean;
}

/** Only the time moved on, four times a second: it would push all else out of the buffer. */
const laterTick = (before: TraceEvent, after: TraceEvent): boolean =>
  before.type === 'TICK' &&
  after.type === 'TICK' &&
  typeof before.now === 'number' &&
  typeof after.now === 'number' &&
  before.now <= after.now;

/** A finger on its way: only where it is now counts. */
const laterMove = (before: TraceEvent, after: TraceEvent): boolean => before.type === 'MOVE' && after.type === 'MOVE';

export const MACHINE_RULES: Readonly<Record<string, MachineRules>> = {
  // The message of a forced logout may name the account.
  session: { secret: ['message'] },
  // The model reads the status alone; the rest of an answer is the player's own data, and its facts are for readers of the trace.
  request: { secret: ['msg'], facts: ['models'], transient: true },
  // Sent fields: other players, personal texts, and codes with a value.
  submission: {
    secret: [
      ...[
        'msg',
        'who',
        'under',
        'creatorMid',
        'gender',
        'birthday',
        'region',
        'province',
        'city',
        'branch',
        'bankCode',
        'title',
        'text',
        'q',
      ],
      ...['coupon', 'invite'],
    ],
    facts: ['answer', 'models'],
  },
  ballSelection: { described: ['picks', 'bankers', 'bankerMode'] },
  betSlip: { described: ['picks', 'bankers'] },
  matchPicks: { described: ['picks', 'odds', 'numbers', 'aside'] },
  matchSlip: { described: ['picks', 'numbers', 'plays', 'choose'] },
  drawClock: { supersedes: laterTick },
  // One opening of a screen; each TICK may bring a number, so none stands for another.
  drawStage: { transient: true },
  scratchCard: { transient: true },
  // The same of a small game.
  smallPlay: { transient: true },
  chase: { described: ['edits'] },
  // What a native wrapper says of itself.
  startUp: { secret: ['agent'] },
  chunkLoad: { transient: true },
  // An address that a provider made for this player, and what is handed in there.
  framePage: { secret: ['fields'], addresses: ['url'], described: ['kinds', 'messages'], transient: true },
  floatingBall: { transient: true, supersedes: laterMove },
  // The last moves give the speed of a finger, so none replaces another.
  pullPanel: { transient: true },
  speedTest: { transient: true },
  tutorial: { transient: true, supersedes: laterTick },
};
