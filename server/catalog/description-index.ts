/** The index that phones read: a row for each game, and the hashes of the documents. */
import { routeOf } from '../../engine/descriptions/game-route.ts';
import type { RoutesDescription } from '../../engine/descriptions/routes.ts';
import { drawsADay } from '../../engine/descriptions/schedule.ts';
import type { SportGame } from '../../engine/descriptions/sports/types.ts';
import type { DescriptionIndex, IndexedGame, Schedule } from '../../engine/descriptions/types.ts';
import { hashDocument } from './document-hash.ts';
import type { PublishedSet } from './published-set.ts';
import type { PublishedGame } from './versions.ts';

export function createIndex(
  { games, sports, outrights, documents }: PublishedSet,
  routes: RoutesDescription | undefined,
  brand: string | undefined,
): DescriptionIndex {
  const to = (game: { readonly code: string; readonly family?: string }) =>
    routes === undefined ? '' : (routeOf(routes.gameKeys, game) ?? '');
  const rows = [
    ...[...games.values()].map((one) => indexEntry(one, to(one.game))),
    ...[...sports.values()].map(({ code, hash, sport }) => matchEntry('sport', sport, hash, sport.caps, to({ code, family: 'sport' }))),
    ...[...outrights.values()].map(({ code, hash, outright }) =>
      matchEntry('outright', outright, hash, outright.caps, to({ code, family: 'outright' })),
    ),
  ].sort((a, b) => a.menu.order - b.menu.order || (a.code < b.code ? -1 : 1));
  const content = { format: 1 as const, ...(brand !== undefined && documents.brand?.[brand] ? { brand } : {}), games: rows, documents };
  return { ...content, version: hashDocument(content).hash };
}

function indexEntry({ game, hash }: PublishedGame, route: string): IndexedGame {
  return {
    code: game.code,
    name: game.name,
    ...(game.family === undefined ? {} : { family: game.family }),
    hash,
    route,
    ...(game.disabled === undefined ? {} : { disabled: game.disabled }),
    menu: game.menu,
    schedule: latestDays(game.schedule),
    oneDayPriceNum: drawsADay(game.schedule),
    maxQishu: game.caps.issues,
    maxBeishu: game.caps.multiplier,
  };
}

/**
 * The schedule with the days off, extra and moved draws of the last two years that it lists. A phone counts the draws from the first day of
 * this year, and the index is in every page: all years would be ten kilobytes. Closures are announced for one year ahead at most.
 */
function latestDays(schedule: Schedule): Schedule {
  if (schedule.kind !== 'weekly') return schedule;
  const { off = [], extra = [], moved = [] } = schedule;
  const years = [...off.map(({ to }) => to), ...extra, ...moved.map(({ to }) => to)].map((date) => Number(date.slice(0, 4)));
  const first = `${Math.max(0, ...years) - 1}-01-01`;
  return {
    ...schedule,
    ...(off.length > 0 ? { off: off.filter(({ to }) => to >= first) } : {}),
    ...(extra.length > 0 ? { extra: extra.filter((date) => date >= first) } : {}),
    ...(moved.length > 0 ? { moved: moved.filter(({ from, to }) => from >= first || to >= first) } : {}),
  };
}

/** Games on matches: they are listed after the others of their section where they do not say where. */
function matchEntry(
  kind: 'sport' | 'outright',
  game: Pick<SportGame, 'code' | 'name' | 'disabled' | 'menu'>,
  hash: string,
  { multiplier, issues = 1, drawsPerDay = 0 }: Pick<SportGame['caps'], 'multiplier' | 'issues' | 'drawsPerDay'>,
  route: string,
): IndexedGame {
  const { code, name, disabled, menu = { section: 'sport', order: LAST } } = game;
  return {
    kind,
    code,
    name,
    hash,
    route,
    ...(disabled === undefined ? {} : { disabled }),
    menu,
    oneDayPriceNum: drawsPerDay,
    maxQishu: issues,
    maxBeishu: multiplier,
  };
}

/** The largest order that a menu may name. */
const LAST = 100_000;
