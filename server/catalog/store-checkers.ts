/** What a product or an activity must find among the other files and in the product's own tables. */
import type { ActivityDescription } from '../../engine/descriptions/activities/types.ts';
import { STORE_PICTURES } from '../../engine/descriptions/generated/pictures.js';
import type { Finding } from '../../engine/descriptions/problem.ts';
import { matchRoute } from '../../engine/descriptions/routes.ts';
import { pathsOf, unknownPath } from '../../engine/descriptions/semantics/links.ts';
import { activityNameFindings, productNameFindings, type StoreNames } from '../../engine/descriptions/store/names.ts';
import type { ProductDescription } from '../../engine/descriptions/store/types.ts';
import type { MakeChecker } from './checkers.ts';
import { AVATARS } from './tables/avatars.ts';
import { EMOTE_TABLE, FRAME_TABLE, MEMBER_TABLE } from './tables/tables.ts';
import { publishedRoutes } from './vocabulary.ts';

/** The names of the product's own tables, and those of the games and families of cards that there are. */
export const knownStoreNames = (games: readonly string[], cards: readonly string[]): StoreNames => ({
  items: Object.keys(MEMBER_TABLE.items),
  avatars: AVATARS.flatMap(({ id, bought }) => (bought === true ? [id] : [])),
  frames: FRAME_TABLE.map(({ id }) => id),
  pictures: STORE_PICTURES,
  emotes: EMOTE_TABLE.flatMap(({ id, ...set }) => ('free' in set && set.free === true ? [] : [id])),
  cards,
  games,
  levels: MEMBER_TABLE.levels.map(({ level }) => level),
});

const namesAmong = (neighbours: Parameters<MakeChecker>[0]): StoreNames =>
  knownStoreNames(
    ['game', 'sport', 'outright'].flatMap((kind) => neighbours.codes(kind)),
    neighbours.codes('scratch'),
  );

export const checkProductNames: MakeChecker = (neighbours) => {
  const names = namesAmong(neighbours);
  return (document) => productNameFindings(document as unknown as ProductDescription, names);
};

/** What an activity gives, counts and leads to must be there, and two activities never share an address: whichever is in force has it. */
export const checkActivityNames: MakeChecker = (neighbours) => {
  const names = namesAmong(neighbours);
  const routes = publishedRoutes(neighbours);
  const accepted = new Set(neighbours.accepted('activity'));
  const all = neighbours.inForce('activity') as unknown as readonly ActivityDescription[];
  const isTaken = ({ code, id }: ActivityDescription): boolean =>
    all.some((other) => other.id === id && other.code !== code && (!accepted.has(code) || accepted.has(other.code)));
  return (document) => {
    const activity = document as unknown as ActivityDescription;
    const findings: Finding[] = activityNameFindings(activity, names);
    const { to } = activity.rule;
    if (routes !== undefined && to !== undefined && matchRoute(routes, to) === undefined)
      findings.push({ code: 'ROUTE_UNKNOWN', pointer: '/rule/to', details: unknownPath(to, pathsOf(routes)) });
    if (isTaken(activity))
      findings.push({ code: 'DUPLICATE', pointer: '/id', details: { name: activity.id, what: '活动地址|addresses of activities' } });
    return findings;
  };
};
