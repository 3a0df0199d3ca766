/** What somebody chose of a new game, in the wizard of the workshop or on the command line, as the text of a game. Pure: choices in, text out. */
import type { DefaultRoutes } from '../../descriptions/own-pages.ts';
import type { FamilyDescription, PlayGroup } from '../../descriptions/types.ts';
import { prettyJson } from '../../descriptions/pretty-json.ts';
import { type OwnDraw, starterGroups, zoneOf } from './plays.ts';

export interface Choices {
  /** Code of a family, or '' for a draw of its own. */
  readonly family: string;
  readonly draw: OwnDraw;
  readonly code: string;
  readonly name: string;
  readonly tagline: string;
  readonly tone: string;
  /** Codes of plays that are not sold. */
  readonly omit: readonly string[];
  /** Return of the plays of a game with a draw of its own, hundredths of a percent. */
  readonly returns: number;
  readonly kind: 'interval' | 'sessions' | 'weekly';
  /** hh:mm of the first draw, or of the draw of a day of the week. */
  readonly first: string;
  readonly everySeconds: number;
  readonly draws: number;
  readonly days: readonly number[];
  readonly closeBeforeSeconds: number;
  readonly multiplier: number;
  readonly issues: number;
  /** Begins with the publication; else players read that it begins soon. */
  readonly onSale: boolean;
}

export const FIRST_CHOICES: Choices = {
  family: '',
  draw: { kind: 'digits', from: 0, to: 9, pick: 3 },
  code: '',
  name: '',
  tagline: '',
  tone: 'red',
  omit: [],
  returns: 9000,
  kind: 'interval',
  first: '09:00',
  everySeconds: 600,
  draws: 80,
  days: [1, 2, 3, 4, 5, 6, 7],
  closeBeforeSeconds: 30,
  multiplier: 999,
  issues: 25,
  onSale: false,
};

/** The plays to choose among, before some are left out. */
export function groupsOf({ family, draw, returns }: Choices, known: FamilyDescription | undefined): readonly PlayGroup[] {
  return family === '' ? starterGroups(draw, returns) : (known?.playGroups ?? []);
}

function scheduleOf({ kind, first, everySeconds, draws, days, closeBeforeSeconds }: Choices): object {
  const utcOffset = '+08:00';
  const issue = `{yyyy}{MM}{dd}{seq:${Math.max(3, String(draws).length)}}`;
  const at = `${first}:00`;
  if (kind === 'weekly') return { kind, utcOffset, days, at, closeBeforeSeconds, issue: '{yyyy}{seq:3}' };
  if (kind === 'sessions') return { kind, utcOffset, sessions: [{ first: at, everySeconds, draws }], closeBeforeSeconds, issue };
  return { kind, utcOffset, first: at, everySeconds, drawsPerDay: draws, closeBeforeSeconds, issue };
}

export interface DraftContext {
  readonly known: FamilyDescription | undefined;
  readonly groups: readonly PlayGroup[];
  /** The screen and the confirmation of a game with a draw of its own. Without them the text has none, and the check reports it. */
  readonly pages: DefaultRoutes | undefined;
  /** Where the schemas are seen from the file. */
  readonly schema: string;
  /** YYYY-MM-DD */
  readonly today: string;
}

export function draftText(choices: Choices, { known, groups, pages, schema, today }: DraftContext): string {
  const { family, draw, code, name, tagline, tone, omit, multiplier, issues, onSale } = choices;
  const left = groups
    .map((group) => ({ ...group, plays: group.plays.filter((play) => !omit.includes(play.code)) }))
    .filter((group) => group.plays.length > 0);
  const floating = left.flatMap(({ plays }) => plays.flatMap(({ prizes }) => prizes.filter((prize) => prize.kind === 'floating')));
  const poolFen = floating.length === 0 ? undefined : Math.max(...floating.map(({ estimateFen }) => estimateFen));
  const plays =
    family === ''
      ? {
          unitFen: 200,
          ...pages,
          draw: { zones: [zoneOf(draw)] },
          playGroups: left,
        }
      : { family, ...(sameCodes(omit, known?.omitPlays ?? []) ? {} : { omitPlays: omit }) };
  const icon = { set: 'balls', sequence: 'five-row', digits: 'cube', dice: 'dice' }[draw.kind];
  return `${prettyJson(
    Object.fromEntries(
      Object.entries({
        $schema: schema,
        format: 2,
        kind: 'game',
        code: code || 'mygame',
        name: name || '新彩种',
        ...(onSale ? {} : { disabled: '即将开售' }),
        ...plays,
        poolFen,
        prizeTable: { version: '1', date: today, source: family === '' ? '本站奖金表' : '家族奖金表' },
        schedule: scheduleOf(choices),
        caps: { multiplier, issues },
        menu: { section: 'quick', order: 900, ...(tagline === '' ? {} : { tagline }), tone, ...(family === '' ? { icon } : {}) },
      }).filter(([, value]) => value !== undefined),
    ),
  )}\n`;
}

const sameCodes = (a: readonly string[], b: readonly string[]): boolean => [...a].sort().join() === [...b].sort().join();
