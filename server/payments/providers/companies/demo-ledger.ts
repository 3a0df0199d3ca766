/**
 * Books of the demonstration company: transfers, sessions of players, and bets. It stands for the server of another
 * company, so it writes on connections of its own and never in a transaction of ours.
 */
import { randomBytes, randomInt } from 'node:crypto';
import type { Database } from '../../../platform/index.ts';
import coin from './coin.json' with { type: 'json' };
import type { CompanyAnswer, CompanyBets, CompanyRequest } from './company.ts';

/** Real ms that a session of a game lasts. */
const SESSION_MS = 12 * 3_600_000;
/** The one game that is played for the money that lies there: heads or tails. Of 100 throws 48 are won, so 96 % comes back. */
const COIN: { readonly game: string; readonly stakes: readonly number[]; readonly wins: number; readonly of: number } = coin;

export interface DemoCompanyLedger {
  move(request: CompanyRequest): Promise<CompanyAnswer>;
  outcomeOf(requestId: string): Promise<CompanyAnswer | undefined>;
  balance(player: number): Promise<number>;
  launch(player: number, game: string): Promise<string>;
  bets(player: number, cursor: string | undefined, size: number): Promise<CompanyBets>;
}

export interface DemoPlay {
  readonly won: boolean;
  readonly prizeFen: number;
  readonly balanceFen: number;
}

type LedgerDatabase = Pick<Database, 'query' | 'transaction'>;

/** What a player has there: what he moved, and what he won and lost. */
const BALANCE = `(coalesce((SELECT sum(CASE direction WHEN 'out' THEN amount ELSE -amount END) FROM demo_company_requests
     WHERE company = $1 AND player = $2 AND accepted), 0)
   + coalesce((SELECT sum(prize - stake) FROM demo_company_bets WHERE company = $1 AND player = $2), 0))::bigint`;

const NO_MONEY = '游戏账户余额不足';

/** One at a time for a player. */
const lock = (client: Pick<Database, 'query'>, code: string, player: number) =>
  client.query(`SELECT pg_advisory_xact_lock(2, hashtext($1))`, [`${code} ${player}`]);

async function balanceOf(client: Pick<Database, 'query'>, code: string, player: number): Promise<number> {
  const { rows } = await client.query<{ fen: number }>(`SELECT ${BALANCE} AS fen`, [code, player]);
  return rows[0]?.fen ?? 0;
}

export function openDemoLedger(database: LedgerDatabase, code: string): DemoCompanyLedger {
  async function outcomeOf(requestId: string): Promise<CompanyAnswer | undefined> {
    const { rows } = await database.query<{ accepted: boolean }>(
      'SELECT accepted FROM demo_company_requests WHERE company = $1 AND request_id = $2',
      [code, requestId],
    );
    const [row] = rows;
    return row === undefined ? undefined : row.accepted ? { is: 'done' } : { is: 'refused', note: NO_MONEY };
  }

  return {
    outcomeOf,
    balance: (player) => balanceOf(database, code, player),
    async move({ requestId, player, direction, amountFen }) {
      return database.transaction(async (client) => {
        await lock(client, code, player);
        const accepted = direction === 'out' || amountFen <= (await balanceOf(client, code, player));
        await client.query(
          `INSERT INTO demo_company_requests (request_id, company, player, direction, amount, accepted) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (request_id) DO NOTHING`,
          [requestId, code, player, direction, amountFen, accepted],
        );
        const { rows } = await client.query<{ accepted: boolean }>('SELECT accepted FROM demo_company_requests WHERE request_id = $1', [
          requestId,
        ]);
        return rows[0]?.accepted === true ? { is: 'done' } : { is: 'refused', note: NO_MONEY };
      });
    },
    async launch(player, game) {
      const session = randomBytes(16).toString('hex');
      await database.query('INSERT INTO demo_company_sessions (session, company, player, game, expires_at) VALUES ($1, $2, $3, $4, $5)', [
        session,
        code,
        player,
        game,
        Date.now() + SESSION_MS,
      ]);
      return session;
    },
    async bets(player, cursor, size) {
      const [, at, id] = /^(\d{1,15})-([0-9a-f-]{36})$/i.exec(cursor ?? '') ?? [];
      const { rows } = await database.query<{ id: string; game: string; stake: number; prize: number; result: string; at: number }>(
        `SELECT id, game, stake, prize, result, at FROM demo_company_bets
          WHERE company = $1 AND player = $2 AND ($3::bigint IS NULL OR (at, id) < ($3, $4::uuid)) ORDER BY at DESC, id DESC LIMIT $5`,
        [code, player, at === undefined ? null : Number(at), id ?? null, size + 1],
      );
      const shown = rows.slice(0, size);
      const last = shown.at(-1);
      return {
        items: shown.map(({ stake, prize, ...bet }) => ({ ...bet, stakeFen: stake, prizeFen: prize })),
        next: rows.length > size && last !== undefined ? `${last.at}-${last.id}` : null,
      };
    },
  };
}

/** Whose session it is, and what he has; undefined: there is none, or it is over. */
export async function findDemoSession(
  database: LedgerDatabase,
  session: string,
): Promise<{ company: string; player: number; balanceFen: number } | undefined> {
  const { rows } = await database.query<{ company: string; player: number }>(
    'SELECT company, player FROM demo_company_sessions WHERE session = $1 AND expires_at > $2',
    [session, Date.now()],
  );
  const [found] = rows;
  return found && { ...found, balanceFen: await balanceOf(database, found.company, found.player) };
}

/** Throws the coin once for an id, however often it is asked. A text says why not. */
export async function throwDemoCoin(
  database: LedgerDatabase,
  {
    session,
    id,
    stakeFen,
    side,
  }: { readonly session: string; readonly id: string; readonly stakeFen: number; readonly side: 'heads' | 'tails' },
): Promise<DemoPlay | string> {
  const openSession = await findDemoSession(database, session);
  if (openSession === undefined) return '会话已结束，请从应用里重新打开游戏';
  if (!COIN.stakes.includes(stakeFen)) return '注额不正确';
  const { company, player } = openSession;
  return database.transaction(async (client): Promise<DemoPlay | string> => {
    await lock(client, company, player);
    const { rows: before } = await client.query<{ prize: number }>('SELECT prize FROM demo_company_bets WHERE id = $1 AND player = $2', [
      id,
      player,
    ]);
    const balance = await balanceOf(client, company, player);
    if (before[0] !== undefined) return { won: before[0].prize > 0, prizeFen: before[0].prize, balanceFen: balance };
    if (balance < stakeFen) return `${NO_MONEY}，请先在转账中心转入`;
    const won = randomInt(COIN.of) < COIN.wins;
    const prizeFen = won ? stakeFen * 2 : 0;
    const fell = won === (side === 'heads') ? '正面' : '反面';
    await client.query(
      'INSERT INTO demo_company_bets (id, company, player, game, stake, prize, result, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
      [id, company, player, COIN.game, stakeFen, prizeFen, `猜${side === 'heads' ? '正面' : '反面'}，开${fell}`, Date.now()],
    );
    return { won, prizeFen, balanceFen: balance - stakeFen + prizeFen };
  });
}
