/** 红人 and 置顶: the best starters of the month, and open orders that are nearly full. The same for all players, so cached for a while. */
import { DAY_MS } from '../../platform/index.ts';
import type { SocialServices } from '../services.ts';
import { productOffset } from '../../catalog/index.ts';
import { answerCacheOf } from '../../lottery/index.ts';
import { GROUP_TERMS } from './terms.ts';

type Parts = Pick<SocialServices, 'database' | 'clock' | 'events' | 'publication'>;

/** Real ms that they serve. */
const HOT_SERVES_MS = 60_000;
const PINNED_SERVES_MS = 3_000;
/** Nearly full orders that are looked at: those of one player or one game take the place of others up to their limit alone. */
const LOOKED_AT = 200;

/** The first day of the week or month that an instant lies in, as records are kept by: of the product's wall clock (`offset`, ms); 0: since ever. Weeks begin on Monday. */
export function firstRecordDay(period: 'week' | 'month' | 'all', at: number, offset: number): number {
  const today = Math.floor((at + offset) / DAY_MS);
  if (period === 'all') return 0;
  if (period === 'week') return today - ((today + 3) % 7);
  return today - (new Date(at + offset).getUTCDate() - 1);
}

export async function hotStarters(context: Parts): Promise<ReadonlySet<number>> {
  const ids = await answerCacheOf(context).get(
    'hm/hot',
    async () => {
      const { rows } = await context.database.query<{ user_id: number }>(
        `SELECT user_id FROM group_buy_days WHERE day >= $1 GROUP BY user_id HAVING sum(prize) > 0 ORDER BY sum(prize) DESC, user_id LIMIT $2`,
        [firstRecordDay('month', context.clock.now(), productOffset(context.publication)), GROUP_TERMS.hotAmongFirst],
      );
      return { value: rows.map(({ user_id }) => user_id), until: context.clock.now() + HOT_SERVES_MS * context.clock.speed };
    },
    { mostMs: HOT_SERVES_MS },
  );
  return new Set(ids);
}

export async function pinnedOrders(context: Parts): Promise<ReadonlySet<string>> {
  const { pinned } = GROUP_TERMS;
  const ids = await answerCacheOf(context).get(
    'hm/pinned',
    async () => {
      const { rows } = await context.database.query<{ id: string; game: string; initiator: number }>(
        `SELECT id, game, initiator FROM group_buy_orders WHERE state = 'open' AND progress >= $1 ORDER BY progress DESC, id DESC LIMIT ${LOOKED_AT}`,
        [pinned.fromPercent * 100],
      );
      return { value: choosePinned(rows), until: context.clock.now() + PINNED_SERVES_MS * context.clock.speed };
    },
    { mostMs: PINNED_SERVES_MS },
  );
  return new Set(ids);
}

/** The ids of the rows to pin, the first ones first: at most `most` in all, `perGame` of a game and `perPlayer` of a player. */
export function choosePinned(rows: readonly { readonly id: string; readonly game: string; readonly initiator: number }[]): string[] {
  const { most, perGame, perPlayer } = GROUP_TERMS.pinned;
  const chosen: string[] = [];
  const games = new Map<string, number>();
  const players = new Map<number, number>();
  for (const { id, game, initiator } of rows) {
    if (chosen.length === most) break;
    const ofGame = games.get(game) ?? 0;
    const ofPlayer = players.get(initiator) ?? 0;
    if (ofGame === perGame || ofPlayer === perPlayer) continue;
    games.set(game, ofGame + 1);
    players.set(initiator, ofPlayer + 1);
    chosen.push(id);
  }
  return chosen;
}
