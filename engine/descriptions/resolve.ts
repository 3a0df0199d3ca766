import { type CalendarDescription, scheduleWithCalendar } from './calendars.ts';
import { deepFreeze } from './canonical.ts';
import { GAME_ICON } from './icons.ts';
import type { FamilyDescription, Game, GameDescription, GameMenu, Limits, Play, PlayGroup, Prize } from './types.ts';

/** Caps that a description may leave out. A ticket of one issue (期) is the plain case; 100 lines fill several screens. */
export const DEFAULT_CAPS = { issues: 1, lines: 100 } as const;

/**
 * Applies a family and a calendar to a game and fills every default in. The documents have passed `loadDocument`; what it would have
 * refused (a family or calendar that is not there, a game that says too little) throws here, because it is a mistake of the caller.
 *
 * With a family: `draw`, `unitFen`, `screen` and `confirm` replace the family's, `omitPlays` and `prizes` change its plays,
 * and `playGroups` adds to them (plays of a group code that the family has go to the end of that group).
 */
export function resolveGame(gameAsGiven: GameDescription, familyAsGiven?: FamilyDescription, calendar?: CalendarDescription): Game {
  const game = own(gameAsGiven);
  const family = familyAsGiven === undefined ? undefined : own(familyAsGiven);
  if (game.family !== undefined && family === undefined)
    throw new Error(`game ${game.code} is of family ${game.family}, which is not given`);
  const draw = game.draw ?? family?.draw;
  const facts = game.facts ?? family?.facts;
  const sets = game.sets ?? family?.sets;
  const unitFen = game.unitFen ?? family?.unitFen;
  const limits = limitsOf(game, family);
  const screen = game.screen ?? family?.screen;
  const confirm = game.confirm ?? family?.confirm;
  if (draw === undefined || unitFen === undefined || screen === undefined || confirm === undefined) {
    throw new Error(`game ${game.code} lacks draw, unitFen, screen or confirm, and no family gives them`);
  }
  return deepFreeze({
    code: game.code,
    name: game.name,
    ...(game.family === undefined ? {} : { family: game.family }),
    ...(game.disabled === undefined ? {} : { disabled: game.disabled }),
    ...(game.groupBuy === undefined ? {} : { groupBuy: game.groupBuy }),
    unitFen,
    draw: game.source === undefined ? draw : { ...draw, source: game.source },
    ...(facts === undefined ? {} : { facts }),
    ...(sets === undefined ? {} : { sets }),
    playGroups: playGroupsOf(game, family),
    screen,
    confirm,
    poolFen: game.poolFen ?? 0,
    ...(game.poolSeedFen === undefined ? {} : { poolSeedFen: game.poolSeedFen }),
    ...(game.poolStakePermille === undefined ? {} : { poolStakePermille: game.poolStakePermille }),
    ...(limits === undefined ? {} : { limits }),
    ...periodsOf(game, family),
    ...(game.poolPrizes === undefined ? {} : { poolPrizes: game.poolPrizes }),
    prizeTable: game.prizeTable,
    schedule: scheduleWithCalendar(game.schedule, calendar),
    caps: { ...DEFAULT_CAPS, ...game.caps },
    menu: menuOf(game, family),
  });
}

/** The code of the calendar that a game goes by. */
export const calendarOf = ({ schedule }: Pick<GameDescription, 'schedule'>): string | undefined =>
  schedule.kind === 'weekly' ? schedule.calendar : undefined;

/** Every game has an icon: its own, its family's, or the plain one. */
function menuOf({ menu }: GameDescription, family: FamilyDescription | undefined): GameMenu {
  const { badge: _, ...rest } = menu;
  return { ...rest, icon: menu.icon ?? family?.icon ?? GAME_ICON };
}

/** Plays of the family that the game leaves out: by its own list, or without one by the family's. */
export function omittedPlays(game: Pick<GameDescription, 'omitPlays'>, family?: Pick<FamilyDescription, 'omitPlays'>): ReadonlySet<string> {
  return new Set(game.omitPlays ?? family?.omitPlays);
}

/** A game's own limits, or of its family's those of the plays that it sells. */
function limitsOf(game: GameDescription, family: FamilyDescription | undefined): Limits | undefined {
  if (game.limits !== undefined) return game.limits;
  if (family?.limits === undefined) return undefined;
  const omitted = omittedPlays(game, family);
  const { plays: all, ...rest } = family.limits;
  const plays = all?.filter(({ play }) => !omitted.has(play)) ?? [];
  const limits = plays.length === 0 ? rest : { ...rest, plays };
  return Object.keys(limits).length === 0 ? undefined : limits;
}

/**
 * A game's own dated prizes and bonus periods, each in the place of its family's; of the family's those of plays that it sells, and no dated
 * prize where the game has one of its own.
 */
function periodsOf(game: GameDescription, family: FamilyDescription | undefined): Pick<Game, 'datedPrizes' | 'bonusPeriods'> {
  const omitted = omittedPlays(game, family);
  const own = new Set(game.prizes?.map(({ play, tier }) => `${play}/${tier}`));
  const of = <P extends { readonly plays: readonly string[]; readonly tier: string }, T extends { readonly prizes: readonly P[] }>(
    periods: readonly T[] | undefined,
    keeps: (play: string, tier: string) => boolean,
  ): readonly T[] | undefined => {
    const remaining = periods?.flatMap((period) => {
      const prizes = period.prizes.flatMap((prize) => {
        const plays = prize.plays.filter((play) => keeps(play, prize.tier));
        return plays.length === 0 ? [] : [{ ...prize, plays }];
      });
      return prizes.length === 0 ? [] : [{ ...period, prizes }];
    });
    return remaining?.length === 0 ? undefined : remaining;
  };
  const datedPrizes = game.datedPrizes ?? of(family?.datedPrizes, (play, tier) => !omitted.has(play) && !own.has(`${play}/${tier}`));
  const bonusPeriods = game.bonusPeriods ?? of(family?.bonusPeriods, (play) => !omitted.has(play));
  return { ...(datedPrizes === undefined ? {} : { datedPrizes }), ...(bonusPeriods === undefined ? {} : { bonusPeriods }) };
}

/** What has been loaded is frozen already and is shared; anything else is copied, so that the caller can go on working on it. */
function own<T>(document: T): T {
  return Object.isFrozen(document) ? document : structuredCloneJson(document);
}

function playGroupsOf(game: GameDescription, family: FamilyDescription | undefined): readonly PlayGroup[] {
  const omitted = omittedPlays(game, family);
  const prizes = new Map(game.prizes?.map((prize) => [`${prize.play}/${prize.tier}`, prize.fen]));
  const groups = new Map<string, PlayGroup>();
  for (const group of family?.playGroups ?? []) {
    const plays = group.plays.filter((play) => !omitted.has(play.code)).map((play) => withPrizes(play, prizes));
    if (plays.length > 0) groups.set(group.code, { ...group, plays });
  }
  for (const group of game.playGroups ?? []) {
    const known = groups.get(group.code);
    groups.set(group.code, known === undefined ? group : { ...known, plays: [...known.plays, ...group.plays] });
  }
  return [...groups.values()];
}

function withPrizes(play: Play, fenOf: ReadonlyMap<string, number>): Play {
  // Unchanged plays keep their object: compiled plays are cached by identity, and games share those of their family.
  if (fenOf.size === 0 || !play.prizes.some((prize) => prize.kind === 'fixed' && fenOf.has(`${play.code}/${prize.tier}`))) return play;
  const prizes: Prize[] = play.prizes.map((prize) => {
    const fen = fenOf.get(`${play.code}/${prize.tier}`);
    return fen === undefined || prize.kind !== 'fixed' ? prize : { ...prize, fen };
  });
  return { ...play, prizes };
}

/** Descriptions are plain JSON, so this is exact; it also drops properties that are undefined. */
function structuredCloneJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
