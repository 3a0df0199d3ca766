/** The index that phones read: a row for each game, and the hashes of the documents. */
import { routeOf } from '../../engine/descriptions/game-route.ts';
import type { RoutesDescription } from '../../engine/descriptions/routes.ts';
import { drawsADay } from '../../engine/descriptions/schedule.ts';
import type { SportGame } from '../../engine/descriptions/sports/types.ts';
import type { DescriptionIndex, IndexedGame } from '../../engine/descriptions/types.ts';
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
    schedule: game.schedule,
    oneDayPriceNum: drawsADay(game.schedule),
    maxQishu: game.caps.issues,
    maxBeishu: game.caps.multiplier,
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
