/** What a product or an activity must find among the other files and in the product's own tables. */
import type { ActivityDescription } from '../../engine/descriptions/activities/types.ts';
import { STORE_PICTURES } from '../../engine/descriptions/generated/pictures.js';
import type { Finding } from '../../engine/descriptions/problem.ts';
import { matchRoute, type RoutesDescription } from '../../engine/descriptions/routes.ts';
import { pathsOf, unknownPath } from '../../engine/descriptions/sense/links.ts';
import { activityNameFindings, productNameFindings, type StoreNames } from '../../engine/descriptions/store/names.ts';
import type { ProductDescription } from '../../engine/descriptions/store/types.ts';
import type { MakeChecker } from '../descriptions/checkers.ts';
import { AVATARS } from '../member/avatars.ts';
import { FRAMES } from '../member/frames.ts';
import { EMOTE_SETS } from '../people/emotes.ts';
import { MEMBER } from '../member/rules.ts';

/** The names of the product's own tables, and those of the games and families of cards that there are. */
export const storeNames = (games: readonly string[], cards: readonly string[]): StoreNames => ({
  items: Object.keys(MEMBER.items),
  avatars: AVATARS.flatMap(({ id, bought }) => (bought === true ? [id] : [])),
  frames: FRAMES.map(({ id }) => id),
  pictures: STORE_PICTURES,
  emotes: EMOTE_SETS.flatMap(({ id, free }) => (free === true ? [] : [id])),
  cards,
  games,
  levels: MEMBER.levels.map(({ level }) => level),
});

const namesAmong = (neighbours: Parameters<MakeChecker>[0]): StoreNames =>
  storeNames(
    ['game', 'sport', 'outright'].flatMap((kind) => neighbours.codes(kind)),
    neighbours.codes('scratch'),
  );

export const productNames: MakeChecker = (neighbours) => {
  const names = namesAmong(neighbours);
  return (document) => productNameFindings(document as unknown as ProductDescription, names);
};

/** What an activity gives, counts and leads to must be there, and two activities never share an address. */
export const activityNames: MakeChecker = (neighbours) => {
  const names = namesAmong(neighbours);
  const routes = neighbours.inForce('routes')[0] as unknown as RoutesDescription | undefined;
  const ids = new Set<string>();
  return (document) => {
    const activity = document as unknown as ActivityDescription;
    const findings: Finding[] = activityNameFindings(activity, names);
    const { to } = activity.rule;
    if (routes !== undefined && to !== undefined && matchRoute(routes, to) === undefined)
      findings.push({ code: 'ROUTE_UNKNOWN', pointer: '/rule/to', details: unknownPath(to, pathsOf(routes)) });
    if (ids.has(activity.id))
      findings.push({ code: 'DUPLICATE', pointer: '/id', details: { name: activity.id, what: '活动地址|addresses of activities' } });
    ids.add(activity.id);
    return findings;
  };
};
