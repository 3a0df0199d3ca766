/** Emotes (表情): small pictures in comments. Some sets are free, and players buy the others in the store. */
import type { EmotesModels } from '../../../protocol/calls.ts';
import type { Querying } from '../../platform/index.ts';
import { EMOTE_TABLE } from '../../catalog/index.ts';

interface EmoteSet {
  readonly id: string;
  readonly name: string;
  /** The set is free for all players. */
  readonly free?: boolean;
  readonly emotes: readonly { readonly id: string; readonly name: string }[];
}

export const EMOTE_SETS = EMOTE_TABLE as readonly EmoteSet[];
const BY_ID = new Map(EMOTE_SETS.flatMap((set) => set.emotes.map((emote) => [emote.id, { ...emote, set }] as const)));

/** What a set that was bought is called in the bag. */
export const emotesKey = (set: string): string => `emotes:${set}`;

/** An emote as a comment shows it; null: there is none of this name, or no more. */
export function emoteOf(id: string | null): { readonly name: string; readonly picture: string } | null {
  const emote = BY_ID.get(id ?? '');
  return emote === undefined ? null : { name: emote.name, picture: `/emotes/${emote.id}.svg` };
}

/** A comment where pictures cannot stand: 支持一下 [点赞]. */
export function plainText(text: string, emote: string | null): string {
  const { name } = emoteOf(emote) ?? {};
  return [text, ...(name === undefined ? [] : [`[${name}]`])].filter(Boolean).join(' ');
}

/** The sets that a player may use: the free ones, then the bought ones, in the order of the table. */
export async function emotesOf(client: Querying, userId: number): Promise<EmotesModels> {
  const { rows } = await client.query<{ product: string }>(
    `SELECT DISTINCT product FROM bag_items WHERE user_id = $1 AND product ^@ 'emotes:'`,
    [userId],
    'emotes-owned',
  );
  const owned = new Set(rows.map(({ product }) => product));
  const sets = EMOTE_SETS.filter(({ id, free }) => free === true || owned.has(emotesKey(id)));
  return {
    items: sets.flatMap((set) => set.emotes.map(({ id, name }) => ({ id, name, picture: `/emotes/${id}.svg`, set: set.name }))),
    all: sets.length === EMOTE_SETS.length,
  };
}

/** Why a player may not use this emote, in Chinese; undefined: he may. */
export async function emoteFault(client: Querying, userId: number, id: string): Promise<string | undefined> {
  const set = BY_ID.get(id)?.set;
  if (set === undefined) return '表情不存在';
  if (set.free === true) return undefined;
  const { rows } = await client.query('SELECT 1 FROM bag_items WHERE user_id = $1 AND product = $2 LIMIT 1', [userId, emotesKey(set.id)]);
  return rows.length > 0 ? undefined : `尚未拥有“${set.name}”表情，可在商城购买`;
}
