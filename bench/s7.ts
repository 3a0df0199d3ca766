/**
 * S7: 1,000 connected phones on different pages and a minute of draws of all games. What each phone asks for in that minute, by the
 * kind of its page, and how many statements reach the database. The phones are the app's own platform and screen stores (lib/phones.ts);
 * the server is the built one on PostgreSQL, whose log counts the statements. Bets wait in the issues that are drawn meanwhile, so that players
 * get events of orders too.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DescriptionIndex, Game } from '../engine/descriptions/types.ts';
import { compileGame, priceTicket, randomLine } from '../engine/rules/index.ts';
import type { LotteryPageModels } from '../protocol/calls.ts';
import { Client } from '../tests/server/support/client.ts';
import { installedPrograms, startPostgres } from '../tests/server/support/postgres.ts';
import type { Bench, Context, Figure } from './lib/figure.ts';
import type { PhonePage, PhonesThreadInput, PhonesReport } from './lib/phones.ts';
import { mostFrequentText, StatementLog } from './lib/statements.ts';
import { build, startServer } from './lib/product.ts';
import { HOUR_MS } from '../engine/descriptions/time-units.ts';

const PHONES = 1_000;
/** Phones of a hundred on these pages. The others are on game pages, spread over all games. */
const SHARES = { home: 20, results: 10, records: 20 } as const;
/** Games on which bets are placed before the minute. */
const BET_GAMES = 10;
/** Hours of the day (UTC+8) in which every quick game sells. */
const DAY = { from: 10, to: 20 } as const;

function pagesOf(games: readonly string[], count: number): PhonePage[] {
  const at = (share: number) => Math.round((count * share) / 100);
  const some = (kind: string, screen: string, share: number) => Array.from({ length: at(share) }, () => ({ kind, screen }));
  const pages: PhonePage[] = [
    ...some('home', 'home', SHARES.home),
    ...some('results', 'result', SHARES.results),
    ...some('records', 'betRecord', SHARES.records),
  ];
  for (let i = 0; pages.length < count; i++) pages.push({ kind: 'game', screen: 'game', game: games[i % games.length] as string });
  return pages;
}

/** Sessions of players of their own. */
async function register(url: string, count: number): Promise<Client[]> {
  const clients: Client[] = [];
  for (let i = 0; i < count; i += 8) {
    const some = Array.from({ length: Math.min(8, count - i) }, async () => (await new Client(url).sync()).register());
    clients.push(...(await Promise.all(some)));
  }
  return clients;
}

/** One bet for each player, on the games that are drawn next. */
async function placeBets(url: string, index: DescriptionIndex, players: readonly Client[]): Promise<number> {
  const visitor = await new Client(url).sync();
  const open = [];
  for (const { code, hash } of index.games) {
    const { models } = await visitor.get<LotteryPageModels>('/api/SiteMsg/AppLotteryPageInfo', { gameCode: code });
    if (models?.current && models.current.closesAt - visitor.now() > 15_000) open.push({ code, hash, closesAt: models.current.closesAt });
  }
  open.sort((a, b) => a.closesAt - b.closesAt);
  const games = await Promise.all(
    open.slice(0, BET_GAMES).map(async ({ code, hash }) => {
      const game = (await (await fetch(`${url}/descriptions/game/${code}.${hash}.json`)).json()) as Game;
      return { code, hash, compiled: compileGame(game) };
    }),
  );
  let placed = 0;
  for (const [at, player] of players.entries()) {
    const { code, hash, compiled } = games[at % games.length] as (typeof games)[number];
    const line = randomLine(compiled, compiled.plays[0]?.play.code ?? '', (n) => Math.floor(Math.random() * n));
    if (line === undefined) continue;
    const ticket = { game: code, lines: [line] };
    const answer = await player.bet({ ticket, hash, amountFen: Number(priceTicket(compiled, ticket).amountFen) });
    if (answer.status === 0) placed += 1;
  }
  return placed;
}

async function runPhones(context: Context, order: PhonesThreadInput, onCounting: () => void): Promise<PhonesReport> {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('lib/phones.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  context.onEnd(() => void child.kill());
  child.stdin.write(`${JSON.stringify(order)}\n`);
  for await (const line of createInterface({ input: child.stdout })) {
    const workerMessage = JSON.parse(line) as 'counting' | PhonesReport;
    if (workerMessage === 'counting') onCounting();
    else {
      child.kill();
      await exited;
      return workerMessage;
    }
  }
  throw new Error('the phones ended without an answer');
}

const bench: Bench = {
  id: 'S7',
  title: '1,000 phones on different pages and a minute of draws: requests a phone, statements at the database',
  async run(context) {
    if (!installedPrograms())
      throw new Error('S7 reads the log of a PostgreSQL of its own: install one (Debian: apt-get install postgresql)');
    await build(context);
    const count = context.quick ? PHONES / 10 : PHONES;
    const log = new StatementLog();
    context.onEnd(() => log.remove());
    const postgres = await startPostgres(log.settings);
    context.onEnd(() => postgres.stop());
    const data = mkdtempSync(join(tmpdir(), 'caipu-s7-'));
    context.onEnd(() => rmSync(data, { recursive: true, force: true }));
    const server = await startServer(context, { DATABASE_URL: postgres.url, CAIPU_DATA: data, CAIPU_CLOCK: '1', NODE_ENV: 'test' });

    const clock = await new Client(server.url).sync();
    const hour = (clock.now() / HOUR_MS + 8) % 24;
    if (hour < DAY.from || hour >= DAY.to) {
      const advanceMs = Math.round(((12 - hour + 24) % 24) * HOUR_MS);
      const body = JSON.stringify({ advanceMs });
      await fetch(`${server.url}/test/clock`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    }
    const index = (await (await fetch(`${server.url}/descriptions/index.json`)).json()) as DescriptionIndex;
    context.say(`registering ${count} players`);
    const clients = await register(server.url, count);
    const pages = pagesOf(
      // Games on matches have pages of their own.
      index.games.flatMap(({ code, kind }) => (kind === undefined ? [code] : [])),
      count,
    );
    const placed = await placeBets(
      server.url,
      index,
      clients.filter((_, at) => pages[at]?.kind === 'records'),
    );
    context.say(`${placed} bets placed; opening ${count} phones`);

    let position = 0;
    const report = await runPhones(
      context,
      {
        url: server.url,
        tokens: clients.map(({ token }) => token),
        pages,
        openMs: context.quick ? 5_000 : 30_000,
        settleMs: 10_000,
        countMs: 60_000,
      },
      () => {
        position = log.length();
      },
    );
    const counted = log.since(position);
    const minutes = report.seconds / 60;
    const total = Object.values(report.kinds).reduce((sum, { requests }) => sum + requests, 0);
    const statements = [...counted.values()].reduce((sum, each) => sum + each, 0);
    const goal = { at: 'most', value: 3 } as const;
    const draws = `${report.draws} draws in the minute`;
    const figures: Figure[] = [
      { id: 'S7.all', what: `requests a phone a minute, ${count} phones`, value: total / count / minutes, unit: '', goal, note: draws },
      ...Object.entries(report.kinds).map(([kind, { phones, requests, most, paths }]) => ({
        id: `S7.${kind}`,
        what: `of these, on ${kind} pages (${phones})`,
        value: requests / phones / minutes,
        unit: '',
        goal,
        note: `most of one phone ${most}; ${mostFrequentText(Object.entries(paths), phones)}`,
      })),
      {
        id: 'S7.unanswered',
        what: `requests without an answer in the client's time, ${count} phones`,
        value: report.failed,
        unit: '',
        goal: { at: 'exactly', value: 0 },
        note: report.firstFailure,
      },
      {
        id: 'S7.statements',
        what: `statements a minute at the database, ${count} phones`,
        value: Math.round(statements / minutes),
        unit: '',
        note: mostFrequentText(counted),
      },
    ];
    for (const { id, what, value, note } of figures) context.say(`${id}  ${what}: ${value.toFixed(2)} (${note})`);
    await server.stop();
    return figures;
  },
};

export default bench;
