/** Alarms on the desk, in words for operators who read no log: alarms.json says what each means and what to do, for short (docs/operate/alarms.md). */
import { deskAlarms } from '../../../protocol/desk/alarms.ts';
import type { AdminServices } from '../services.ts';
import { quarantineCounts } from '../../lottery/index.ts';
import { type AlarmName, ALARMS, type StoredAlarm, readAlarms, ok, type Severity } from '../../platform/index.ts';
import { hasRight } from '../operators.ts';
import { type HandledDeskCall, handleDeskCall } from './handle.ts';
import TEXTS from './alarms.json' with { type: 'json' };

interface AlarmText {
  readonly title: string;
  readonly means: string;
  readonly todo: string;
}
/** An alarm without its text cannot be compiled. */
const TEXT: Readonly<Record<AlarmName, AlarmText>> = TEXTS;

/** A critical event is so now for as long as the sample alerts (deploy/prometheus) page for it. */
const EVENT_MS = 3_600_000;

/** What the table of the quarantine says itself, whichever process put something there and whether it still runs. */
const HELD: Readonly<Record<string, 'issues' | 'orders'>> = { 'issue-quarantined': 'issues', 'ticket-quarantined': 'orders' };

const NOTHING: Omit<StoredAlarm, 'name'> = { active: 0, since: null, day: 0, week: 0, at: null, detail: '', now: 0 };

interface Shown extends AlarmText, Omit<StoredAlarm, 'name' | 'now'> {
  readonly code: AlarmName;
  readonly severity: Severity;
}

/** Critical first, then what lasts, then the newest. */
const first = (a: Shown, b: Shown): number =>
  Number(b.severity === 'critical') - Number(a.severity === 'critical') ||
  Number(b.active > 0) - Number(a.active > 0) ||
  (b.at ?? b.since ?? 0) - (a.at ?? a.since ?? 0);

async function alarmsOf({
  database,
}: Pick<AdminServices, 'database'>): Promise<{ readonly now: readonly Shown[]; readonly lately: readonly Shown[] }> {
  const storedAlarms = new Map((await readAlarms(database)).map((row) => [row.name, row]));
  const held = await quarantineCounts(database);
  const now: Shown[] = [];
  const lately: Shown[] = [];
  // A name that only another version knows has no text, and is left to that version's processes.
  for (const code of Object.keys(ALARMS) as AlarmName[]) {
    const { severity, event }: { readonly severity: Severity; readonly event?: true } = ALARMS[code];
    const { now: at, ...row } = storedAlarms.get(code) ?? { ...NOTHING, name: code };
    const waits = HELD[code];
    const active = waits === undefined ? row.active : held[waits];
    const fresh = event === true && severity === 'critical' && row.at !== null && at - row.at < EVENT_MS;
    const { since, day, week, detail } = row;
    const shown = { code, severity, ...TEXT[code], active, since, day, week, at: row.at, detail };
    if (active > 0 || fresh) now.push(shown);
    else if (week > 0) lately.push(shown);
  }
  return { now: now.sort(first), lately: lately.sort(first) };
}

export function alarmCalls(context: AdminServices): HandledDeskCall[] {
  return [
    handleDeskCall(deskAlarms, async ({ operator }) =>
      ok({ ...(await alarmsOf(context)), mayQuarantine: hasRight(operator, 'quarantine') }),
    ),
  ];
}

/** Critical alarms that are so now, the first page's: how many, and the first. */
export async function criticalAlarms(
  context: Pick<AdminServices, 'database'>,
): Promise<{ readonly critical: number; readonly title: string }> {
  const critical = (await alarmsOf(context)).now.filter(({ severity }) => severity === 'critical');
  return { critical: critical.length, title: critical[0]?.title ?? '' };
}
