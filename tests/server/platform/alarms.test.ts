/** Alarms: raised as events, reported as states, said once in the log. */
import { expect, it, vi } from 'vitest';
import type { Services } from '../../../server/services.ts';
import { ALARMS, createAlarms } from '../../../server/platform/monitoring/alarms.ts';
import { stateReader, pollState } from '../../../server/platform/monitoring/state.ts';

const of = (alarms: ReturnType<typeof createAlarms>, name: string) => alarms.list().find((alarm) => alarm.name === name);

it('counts the alarms that were raised, with the last text', () => {
  const lines: string[] = [];
  const alarms = createAlarms((line) => lines.push(line));
  expect(alarms.list().map(({ name, raised, active }) => [name, raised, active])).toEqual(Object.keys(ALARMS).map((name) => [name, 0, 0]));
  alarms.raise('ticket-quarantined', 'Ticket 1 of ssq 2026135: its description is missing.');
  alarms.raise('ticket-quarantined', 'Ticket 2 of ssq 2026135: its description is missing.');
  expect(of(alarms, 'ticket-quarantined')).toMatchObject({
    severity: 'warning',
    raised: 2,
    active: 0,
    detail: expect.stringContaining('Ticket 2'),
  });
  expect(lines[0]).toBe(
    'alarm ticket-quarantined (warning): A ticket could not be settled and was set aside; the others of its issue are paid. Ticket 1 of ssq 2026135: its description is missing.',
  );
});

it('logs a state when it begins, when its number grows and when it is over, and not at every report', () => {
  const lines: string[] = [];
  const alarms = createAlarms((line) => lines.push(line));
  for (const active of [0, 1, 1, 3, 2, 2, 0, 0]) alarms.report('settlement-late', active, `${active} issues.`);
  expect(lines.map((line) => line.replace(/\. .*/, ''))).toEqual(
    [
      'alarm settlement-late (warning): Issues wait longer than usual for their draw, or issues or matches for their settlement. 1 issues.',
      'alarm settlement-late (warning): Issues wait longer than usual for their draw, or issues or matches for their settlement. 3 issues.',
      'alarm settlement-late: over',
    ].map((line) => line.replace(/\. .*/, '')),
  );
  expect(of(alarms, 'settlement-late')).toMatchObject({ raised: 2, active: 0 });
});

it('a late draw or feed is raised within a minute, without a request for the state', async () => {
  vi.useFakeTimers();
  try {
    const alarms = createAlarms(() => {});
    const now = 10_000_000;
    const late = { now, issues: null, without: 0, drawn: now - 120_000, due: null, feed_due: now - 120_000, standbys: 0 };
    const parts = {
      database: { query: async () => ({ rows: [late], rowCount: 1 }) },
      games: { all: () => [] },
      clock: { speed: 1 },
      alarms,
    } as unknown as Pick<Services, 'database' | 'games' | 'clock' | 'alarms'>;
    const end = pollState(stateReader(parts));
    await vi.advanceTimersByTimeAsync(60_000);
    const active = alarms.list().flatMap((alarm) => (alarm.active > 0 ? [alarm.name] : []));
    expect(active).toEqual(['settlement-late', 'feed-late', 'standby-missing']);
    end();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
