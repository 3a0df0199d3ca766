/**
 * Events of the stream GET /events (text/event-stream). With `tk` the player's own events come too. Events are hints: a client that missed some
 * loads again. `topics` subscribes to further events (comma list: `offers:jczq`, `live`, `hm`).
 */
import { resultWithZones } from './calls/draws.ts';
import { groupItem, groupProgress } from './calls/hm-shapes.ts';
import { liveMatch, offer } from './calls/matches.ts';
import { orderStatus } from './calls/order.ts';
import { count, fen, list, object, optional, Type, type TypeOf, text } from './calls/schema.ts';

const type = <const T extends string>(name: T) => Type.Literal(name);

const index = object({ type: type('index'), version: text('Version of the index of descriptions.') });
const draw = object({
  type: type('draw'),
  gameCode: text(),
  issue: text('Issue (期).'),
  result: optional(resultWithZones),
});
const order = object({
  type: type('order'),
  orderId: text(),
  status: orderStatus,
  prizeFen: fen(),
  kind: optional(text('Kind of order: ticket, chase …')),
  gameCode: optional(text()),
});
const balance = object({
  type: type('balance'),
  purse: optional(text('The purse.')),
  unit: optional(text('Unit of the purse: fen, points, score, growth.')),
  balance: optional(Type.Integer({ description: 'The balance of the purse, in its unit.' })),
  balanceFen: optional(fen('The balance of the main wallet; left out for another purse.')),
});
/** A recharge reached the wallet. */
const recharge = object({
  type: type('recharge'),
  rechargeId: text(),
  amountFen: fen('The amount that arrived.'),
  bonusFen: fen('The bonus.'),
  quiet: optional(Type.Boolean({ description: 'The player does not want a notification.' })),
});
/** Somebody followed the player, answered him or joined him: his messages have something new. */
const message = object({ type: type('message') });
/** To those who asked for the topic `offers:{game}` alone, at most once a second. */
const offers = object({
  type: type('offers'),
  game: text('Game code.'),
  from: count('The client must have this version or a later one. Otherwise it loads by `since`.'),
  version: count('The version of the client after this event.'),
  matches: list(offer, 'Offers that changed.'),
  removed: list(text(), 'Ids that are no longer listed.'),
});
/** To those who asked for the topic `live` alone, at most once a second. */
const live = object({
  type: type('live'),
  from: count('The client must have this version or a later one. Otherwise it loads by `since`.'),
  version: count('The version of the client after this event.'),
  matches: list(liveMatch, 'Matches that changed.'),
});
/** To those who asked for the topic `hm`, `hm:{game}` or `hm:{id}` alone, at most once a second: group orders, as a visitor may see them. */
const group = object({
  type: type('group'),
  changed: list(groupProgress, 'Group orders that changed.'),
  started: list(groupItem, 'New group orders.'),
});

export type StreamEvent =
  | TypeOf<typeof index>
  | TypeOf<typeof draw>
  | TypeOf<typeof order>
  | TypeOf<typeof balance>
  | TypeOf<typeof recharge>
  | TypeOf<typeof message>
  | TypeOf<typeof offers>
  | TypeOf<typeof live>
  | TypeOf<typeof group>;

/** The most topics in the field `topics` of GET /events, which separates them by commas. */
export const MOST_TOPICS = 16;
export const TOPIC = /^(live|offers:[a-z0-9][a-z0-9_-]{0,31}|hm(:[a-z0-9][a-z0-9_-]{0,35})?)$/i;

/** By type, as JSON Schema: what the check of screens knows of events. */
export const STREAM_EVENTS = JSON.parse(
  JSON.stringify({ index, draw, order, balance, recharge, message, offers, live, group }),
) as Readonly<Record<StreamEvent['type'], { readonly [keyword: string]: unknown }>>;
