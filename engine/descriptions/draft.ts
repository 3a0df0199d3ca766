/** The text of a new game of a family: one line for the head, and one for each property that an operator changes. */
import type { GameDescription, PlayGroup, Schedule } from './types.ts';

/** The default schedule, that of most quick games: a draw every twenty minutes from 9:00 to 23:00. */
const EVERY_20_MINUTES: Schedule = {
  kind: 'interval',
  utcOffset: '+08:00',
  first: '09:00:00',
  everySeconds: 1200,
  drawsPerDay: 43,
  closeBeforeSeconds: 60,
  issue: '{yyyy}{MM}{dd}{seq:3}',
};

export interface GameDraft {
  readonly family: string;
  readonly code: string;
  readonly name: string;
  /** YYYY-MM-DD, the first day of the prize table. */
  readonly today: string;
  /** A game of the family, from which the new one copies schedule, caps and prize table. */
  readonly like?: GameDescription | undefined;
  /** Path or address of the schemas, for `$schema`; a folder beside the folder of games when left out. */
  readonly schemas?: string | undefined;
  /** The text for players before the sale begins. It is on a separate line, which the operator deletes to begin the sale. */
  readonly disabled?: string | undefined;
  /** The plays of the family. Plays with floating prizes need a pool. */
  readonly playGroups?: readonly PlayGroup[] | undefined;
}

export function draftGame({ family, code, name, today, like, schemas = '../schemas', disabled, playGroups = [] }: GameDraft): string {
  const head = { $schema: `${schemas}/game.schema.json`, format: 2, kind: 'game' };
  const parts = {
    code,
    name,
    ...(disabled === undefined ? {} : { disabled }),
    family,
    prizeTable: like?.prizeTable ?? { version: '1', date: today, source: '家族奖金表' },
    schedule: like?.schedule ?? EVERY_20_MINUTES,
    caps: like?.caps ?? { multiplier: 9999, issues: 25 },
    menu: { section: 'quick', order: 900, tone: 'blue' },
  };
  const shared = playGroups.flatMap(({ plays }) => plays.flatMap(({ prizes }) => prizes.filter((prize) => prize.kind === 'floating')));
  // The pool of the copied game, or enough for the largest estimated prize.
  const poolFen = shared.length === 0 ? undefined : (like?.poolFen ?? Math.max(...shared.map(({ estimateFen }) => estimateFen)));
  const lines = [
    writeMembers(head),
    ...Object.entries(parts).map(([key, value]) => writeMembers(key === 'prizeTable' ? { poolFen, [key]: value } : { [key]: value })),
  ];
  return `{\n${lines.map((line) => `  ${line}`).join(',\n')}\n}\n`;
}

function writeMembers(members: object): string {
  return Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${JSON.stringify(key)}: ${write(value)}`)
    .join(', ');
}

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`;
  return typeof value === 'object' && value !== null ? `{ ${writeMembers(value)} }` : JSON.stringify(value);
}
