/** The text of a new game of a family: one line for the head and one for each thing that an operator changes. */
import type { GameDescription, PlayGroup, Schedule } from './types.ts';

/** What most quick games have: a draw every twenty minutes from nine in the morning to eleven at night. */
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
  /** YYYY-MM-DD, from when the prizes hold. */
  readonly today: string;
  /** A game of the family whose schedule, caps and prize table the new one begins with. */
  readonly like?: GameDescription | undefined;
  /** Where the schemas are seen from the file, for `$schema`: a way or an address; beside the folder of games when left out. */
  readonly schemas?: string | undefined;
  /** What players read while the game is not sold yet: a line of its own, which goes when the sale begins. */
  readonly disabled?: string | undefined;
  /** The family's plays: those with shared prizes need a pool. */
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
  // What one of its sisters declares, or enough for the largest prize.
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
