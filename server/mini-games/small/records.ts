/** What a player played, the newest first. */
import { diceBet } from '../../../engine/small/bets.ts';
import { GATE_BETS, isGateBet } from '../../../engine/small/gate.ts';
import { resultText } from '../../../engine/small/words.ts';
import type { BetResult, Outcome, SmallGame } from '../../../engine/small/types.ts';
import type { SmallRecordFields, SmallRecordModels } from '../../../protocol/calls.ts';
import type { MiniGameServices } from '../services.ts';
import { orderNoSql } from '../../platform/index.ts';
import { UUID } from '../../../protocol/uuid.ts';

interface PlayRow {
  readonly id: string;
  readonly order_no: string;
  readonly game: string;
  readonly hash: string;
  readonly offer: string | null;
  readonly round: number | null;
  readonly seed: string | null;
  readonly commitment: string;
  readonly phone_seed: string;
  readonly bets: readonly BetResult[];
  readonly stake: number;
  readonly cost: number;
  readonly prize: number;
  readonly outcome: Outcome | null;
  readonly status: 'placed' | 'won' | 'lost';
  readonly placed_at: number;
  readonly round_seed: string | null;
}

export async function smallRecordsOf(context: MiniGameServices, userId: number, fields: SmallRecordFields): Promise<SmallRecordModels> {
  const { cursor, size, play, game, status, from, to } = fields;
  const { rows } = await context.database.query<PlayRow>(
    `SELECT p.*, ${orderNoSql('p')} AS order_no, CASE WHEN r.settled_at IS NULL THEN NULL ELSE r.seed END AS round_seed
       FROM small_plays p LEFT JOIN small_rounds r ON r.game = p.game AND r.round = p.round
      WHERE p.user_id = $1 AND ($2::uuid IS NULL OR p.id < $2) AND ($3::text IS NULL OR lower(p.game) = lower($3))
        AND ($4::text IS NULL OR p.status = $4) AND ($5::bigint IS NULL OR p.placed_at >= $5) AND ($6::bigint IS NULL OR p.placed_at < $6)
        AND ($7::uuid IS NULL OR p.id = $7)
      ORDER BY p.id DESC LIMIT $8`,
    [
      userId,
      cursor !== undefined && UUID.test(cursor) ? cursor : null,
      game ?? null,
      status ?? null,
      from ?? null,
      to ?? null,
      play ?? null,
      size + 1,
    ],
    'small-records',
  );
  const shown = rows.slice(0, size);
  const items = await Promise.all(shown.map(async (row) => recordOf(row, (await context.smalls.byHash(row.hash)).game)));
  return { items, next: rows.length > size ? (shown.at(-1)?.id ?? null) : null };
}

function recordOf(row: PlayRow, game: SmallGame): SmallRecordModels['items'][number] {
  const bets = row.bets.map(({ code, fen, prizeFen }) => ({ code, name: nameOf(game, code), fen, prizeFen }));
  const seed = row.seed ?? row.round_seed;
  return {
    playId: row.id,
    orderNo: row.order_no,
    gameCode: row.game,
    name: game.name,
    round: row.round === null ? '' : String(row.round),
    bets,
    what:
      game.slot === undefined
        ? bets.map(({ name, fen }) => `${name} ¥${yuan(fen)}`).join('、')
        : `${bets.length} 线 × ¥${yuan(bets[0]?.fen ?? 0)}`,
    stakeFen: row.stake,
    costFen: row.cost,
    prizeFen: row.prize,
    netFen: row.status === 'placed' ? 0 : row.prize - row.cost,
    status: row.status,
    outcome: row.outcome ?? {},
    result: row.outcome === null ? '' : resultText(game, row.outcome),
    proof:
      seed === null || row.outcome === null
        ? null
        : {
            commit: row.commitment,
            seed,
            phoneSeed: row.offer === null ? '' : row.phone_seed,
            name: row.offer ?? String(row.round),
            hash: row.hash,
          },
    at: row.placed_at,
  };
}

function nameOf(game: SmallGame, code: string): string {
  if (game.gate !== undefined) return isGateBet(code) ? GATE_BETS[code].name : code;
  return game.dice === undefined ? '线' : (diceBet(game.dice, code)?.name ?? code);
}

const yuan = (fen: number): string => `${BigInt(fen) / 100n}.${String(fen % 100).padStart(2, '0')}`;
