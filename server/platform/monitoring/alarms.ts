/**
 * Alarms: the closed list of conditions that an operator must look at. A module raises an alarm by its name. The log reports it at once,
 * /metrics counts it (caipu_alarms_total, caipu_alarm_active), and the back office shows it (alarm-store.ts). docs/operate/alarms.md has
 * the remedy of each alarm.
 */

import type { AlarmEvent } from './alarm-store.ts';
import type { Log } from './log.ts';

/** critical: money or draws are wrong, or stand still. warning: an order or a file is set aside, or work is late; play goes on. */
export type Severity = 'critical' | 'warning';

interface AlarmText {
  readonly severity: Severity;
  /** One English sentence for the log. The detail of a case follows it. */
  readonly sentence: string;
  /** An event: each one raises the alarm, and it has no end. An alarm without this is a state, which lasts until it is reported as over. */
  readonly event?: true;
}

export const ALARMS = {
  'ticket-quarantined': {
    severity: 'warning',
    event: true,
    sentence: 'A ticket could not be settled and was set aside; the others of its issue are paid.',
  },
  'correction-failed': {
    severity: 'critical',
    event: true,
    sentence: 'A corrected result could not be applied to an order that has ended; it stays as it was paid.',
  },
  'cup-contradicted': {
    severity: 'warning',
    sentence:
      'A corrected tie has another winner than the team that plays the next round, which was fixed before; the cup goes on as it is.',
  },
  'issue-quarantined': {
    severity: 'critical',
    event: true,
    sentence: 'An issue could not be drawn or settled and was set aside; other issues go on.',
  },
  'match-unsettled': {
    severity: 'critical',
    event: true,
    sentence: 'Bets on a match could not be settled as a whole and are tried again each minute; other matches go on.',
  },
  'result-refused': {
    severity: 'critical',
    event: true,
    sentence: 'A result of a match cannot be, or is not understood: nobody is paid by it until an operator has entered the right one.',
  },
  'issue-skipped': {
    severity: 'warning',
    event: true,
    sentence: 'Issues of a game passed while no process was running; they were never on sale.',
  },
  'game-not-opened': { severity: 'critical', event: true, sentence: 'The issues of a game could not be opened; the other games go on.' },
  'lane-failed': {
    severity: 'critical',
    event: true,
    sentence: 'A step of the draws, of settlement or of housekeeping failed and is tried again.',
  },
  'settlement-late': {
    severity: 'warning',
    sentence: 'Issues wait longer than usual for their draw, or issues or matches for their settlement.',
  },
  'feed-late': { severity: 'warning', sentence: 'The feed of matches stands still: due changes of matches and odds are not written.' },
  'ledger-unbalanced': { severity: 'critical', sentence: 'The books do not agree: a sum of the ledger or a balance is wrong.' },
  'escrow-unbalanced': {
    severity: 'critical',
    sentence: 'The escrow of group orders differs from the amounts of open group orders: a movement was posted twice, or is missing.',
  },
  'group-stuck': {
    severity: 'critical',
    event: true,
    sentence: 'A group order could not be stopped and is tried again, or a standing rule could not join one.',
  },
  'group-site': {
    severity: 'warning',
    event: true,
    sentence:
      'The site should have added shares to a group order and could not: its account is missing, may not stake, or its balance is too low.',
  },
  'transfer-unknown': {
    severity: 'warning',
    sentence: 'A game provider has not reported the outcome of a transfer for a day; its amount is held until then.',
  },
  'recharge-odd': {
    severity: 'critical',
    event: true,
    sentence: 'A payment and a recharge do not belong together: nothing was credited, and an operator has to look at it.',
  },
  'audit-broken': { severity: 'critical', sentence: 'The audit list was changed after it was written.' },
  'payout-late': { severity: 'warning', sentence: 'Approved withdrawals have no answer of the payer for longer than a day.' },
  'take-over-failed': {
    severity: 'critical',
    sentence: 'This process could not load a published version and tries again. Until then it refuses bets under that version.',
  },
  'description-refused': {
    severity: 'warning',
    sentence: 'Files of descriptions are wrong: their last good versions stay in force.',
  },
  'calendar-ends': {
    severity: 'warning',
    sentence: 'Calendars of days off end soon: without the closures after that, issue numbers count days without a draw.',
  },
  'standby-missing': { severity: 'critical', sentence: 'No synchronous standby follows the database. Every commit waits for one.' },
} as const satisfies Record<string, AlarmText>;

export type AlarmName = keyof typeof ALARMS;

export interface Alarm extends AlarmText {
  readonly name: AlarmName;
  /** Times that it was raised since the process began. */
  readonly raised: number;
  /** For a state: the number of cases now, 0 when it is over or was never reported. For an event: 0. */
  readonly active: number;
  /** The detail of the last case. It names games, issues and ids, never a secret. */
  readonly detail: string;
}

export interface Alarms {
  /** Counts one event. */
  raise(name: AlarmName, detail: string): void;
  /** Reports the number of cases now. More than at the last report raise the alarm, and 0 ends it. */
  report(name: AlarmName, active: number, detail: string): void;
  /** All alarms, including those that were never raised. */
  list(): readonly Alarm[];
}

/** `record` gets every raised or reported alarm. */
export function createAlarms(log: Log, record: (what: AlarmEvent) => void = () => {}): Alarms {
  const states = new Map<AlarmName, { raised: number; active: number; detail: string }>();
  const state = (name: AlarmName) => states.get(name) ?? { raised: 0, active: 0, detail: '' };
  const say = (name: AlarmName, detail: string) =>
    log(`alarm ${name} (${ALARMS[name].severity}): ${ALARMS[name].sentence}${detail === '' ? '' : ` ${detail}`}`, {
      level: ALARMS[name].severity === 'critical' ? 'error' : 'warn',
      alarm: name,
    });
  return {
    raise(name, detail) {
      const before = state(name);
      states.set(name, { ...before, raised: before.raised + 1, detail });
      say(name, detail);
      record({ name, raised: true, active: before.active, detail });
    },
    report(name, active, detail) {
      const before = state(name);
      const more = active > before.active;
      states.set(name, { raised: before.raised + (more ? 1 : 0), active, detail: active === 0 ? before.detail : detail });
      if (more) say(name, detail);
      else if (active === 0 && before.active > 0) log(`alarm ${name}: over`);
      if (active > 0 || before.active > 0) record({ name, raised: more, active, detail });
    },
    list: () => (Object.keys(ALARMS) as AlarmName[]).map((name) => ({ name, ...ALARMS[name], ...state(name) })),
  };
}
