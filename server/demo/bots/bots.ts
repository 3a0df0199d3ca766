/**
 * Demonstration life (演示): a dozen players of the embedded server, marked as such by their names, which bet, start and join group orders and
 * comment, so that a new player finds contents in lobby, ranks and home pages. They use the calls of phones, and their orders are
 * drawn and settled like any other. They are active while a client is connected, and nearly idle otherwise.
 */
import { randomBytes, randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { grantStartRates, joinTree, treePlaceOf, currentDayNumber } from '../../agents/index.ts';
import type { DemoServices } from '../services.ts';
import { type RunningJob, startJob } from '../../platform/index.ts';
import { lookalikeKey } from '../../loyalty/index.ts';
import { BOT_ACTS, type BotAct } from './acts.ts';
import words from './bots.json' with { type: 'json' };
import { writePastGroups } from './past.ts';
import { type BotPhone, botPhoneOf } from './phone.ts';

interface Actor {
  readonly phone: BotPhone;
  readonly does: readonly BotAct[];
}

/** The player with his profile, made when he is not there. Nobody knows his password, so nobody is him. */
async function actorOf(app: FastifyInstance, context: DemoServices, player: (typeof words.players)[number]): Promise<Actor> {
  const { database, accounts } = context;
  const find = () => database.query<{ id: number }>('SELECT id FROM users WHERE name = $1', [player.name]);
  if ((await find()).rows.length === 0) await accounts.register(player.name, randomBytes(24).toString('base64url'));
  const userId = (await find()).rows[0]?.id;
  if (userId === undefined) throw new Error(`the demonstration player ${player.name} cannot be made`);
  await database.query(
    `INSERT INTO profiles (user_id, nickname, nickname_key, renamed_at, avatar, region, signature, show_orders)
     VALUES ($1, $2, $3, caipu_now_ms(), $4, $5, $6, 'public')
     ON CONFLICT (user_id) DO UPDATE SET nickname = excluded.nickname, nickname_key = excluded.nickname_key, avatar = excluded.avatar,
       region = excluded.region, signature = excluded.signature, show_orders = excluded.show_orders`,
    [userId, player.nickname, lookalikeKey(player.nickname), player.avatar, player.region, player.signature],
  );
  return { phone: botPhoneOf(app, context, userId), does: player.does as readonly BotAct[] };
}

/** They know each other: each follows the three after him. */
async function acquaint(actors: readonly Actor[]): Promise<void> {
  for (const [at, { phone }] of actors.entries())
    for (const step of [1, 2, 5]) {
      const other = actors[(at + step) % actors.length];
      if (other !== undefined && other.phone.userId !== phone.userId)
        await phone.call('GET', '/api/attention/AttentionUser', { who: String(other.phone.userId) });
    }
}

/**
 * Puts a player into the demonstration tree of agents, which is three levels deep below the player of the first page, so that its reports
 * have figures. Rates hold at once, not from tomorrow on, so that the chain is visible at once.
 */
async function plant(context: DemoServices, player: (typeof words.players)[number]): Promise<void> {
  await context.database.transaction(async (client) => {
    const { rows } = await client.query<{ id: number; name: string }>('SELECT id, name FROM users WHERE name = ANY($1::text[])', [
      [player.name, player.under],
    ]);
    const [child, parent] = [player.name, player.under].map((name) => rows.find((row) => row.name === name)?.id);
    if (child === undefined || parent === undefined || (await treePlaceOf(client, child)) !== undefined) return;
    if (!words.players.some(({ name }) => name === player.under) && ((await treePlaceOf(client, parent))?.appliedAt ?? null) === null)
      await grantStartRates(client, parent, await currentDayNumber(context, client));
    await joinTree(context, client, child, { parent, bp: player.bp });
  });
}

export function startBots(app: FastifyInstance, context: DemoServices, log: (line: string) => void, begin: Promise<void>): RunningJob {
  const { database, events } = context;
  const actors: Actor[] = [];
  const since = performance.now();
  /** Players who start group orders and may not have their past ones yet. */
  let withoutPast: readonly number[] = words.players.flatMap(({ does }, at) => (does.includes('group') ? [at] : []));
  let placed: number | undefined;

  const isFirst = () => performance.now() - since < words.firstMinutes * 60_000;
  const isLively = () => events.connections() > 0 || performance.now() - since < words.livelyMinutes * 60_000;
  /** Writes the past of one player. Draws of the past are made while the server runs already, so a player may have to wait for them. */
  const writeOnePast = async (): Promise<void> => {
    const [at = 0, ...rest] = withoutPast;
    withoutPast = rest;
    const ids = actors.map(({ phone }) => phone.userId);
    const starter = ids[at] as number;
    const others = ids.filter((id, other) => id !== starter && actors[other]?.does.includes('join') === true);
    if ((await writePastGroups(context, starter, others)) > 0 && isFirst()) withoutPast = [...rest, at];
  };
  const countPlaced = async (): Promise<number> => {
    const { rows } = await database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM orders WHERE user_id = ANY($1::bigint[])',
      [actors.map(({ phone }) => phone.userId)],
    );
    return rows[0]?.count ?? 0;
  };

  return startJob(
    async () => {
      const next = words.players[actors.length];
      if (next !== undefined) {
        actors.push(await actorOf(app, context, next));
        await plant(context, next);
        if (actors.length === words.players.length) {
          await acquaint(actors);
          log(`${actors.length} demonstration players (演示) live here; CAIPU_DEMO_LIFE=off and a fresh folder are without them`);
        }
        return words.paceMs.first;
      }
      if (withoutPast.length > 0) await writeOnePast();
      placed ??= await countPlaced();
      const actor = actors[randomInt(actors.length)] as Actor;
      const act = actor.does[randomInt(actor.does.length)] as BotAct;
      const { rows } = await database.query<{ balance_fen: number }>('SELECT balance_fen FROM wallets WHERE user_id = $1', [
        actor.phone.userId,
      ]);
      if ((rows[0]?.balance_fen ?? 0) < words.leastWalletFen)
        await database.query(`SELECT post($1, 'grant', 'house:grants', 'wallet', $2, 'gift', NULL)`, [actor.phone.userId, words.topUpFen]);
      if (await BOT_ACTS[act](context, actor.phone)) placed += 1;
      if (placed < words.firstOrders && isFirst()) return words.paceMs.first;
      return isLively() ? words.paceMs.lively : words.paceMs.quiet;
    },
    (error) => log(`demonstration life: ${error.message}; trying again`),
    begin,
  );
}
