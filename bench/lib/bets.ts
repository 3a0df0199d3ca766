/** Players who bet: made once for a database, then let loose on the servers for a while. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compileGame, priceTicket, randomLine } from '../../engine/rules/index.ts';
import type { DescriptionIndex, Game, Ticket } from '../../engine/descriptions/types.ts';
import type { LotteryPageModels } from '../../protocol/calls.ts';
import { BRAND, BRAND_KEY, Client } from '../../tests/server/support/client.ts';

export interface BetFields {
  readonly ticket: string;
  readonly hash: string;
  readonly amountFen: string;
  /** A phone names the issue that the player saw. */
  readonly issue: string;
}

/** A call with these fields that is sent in place of bets. */
export interface CallInPlaceOfBets {
  /** POST when left out. */
  readonly method?: 'GET';
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  /**
   * A play follows from the answer before it: the name of the field that takes `next.play`, and what it is at first for each connection.
   */
  readonly follows?: { readonly field: string; readonly first: readonly string[] };
}

export interface LoadThreadInput {
  readonly urls: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Requests made ready, in all. */
  readonly requests: number;
  readonly tokens: readonly string[];
  readonly bets: readonly BetFields[];
  /** Requests are signed when they are sent and not beforehand: for what follows from the answer before, and for what is compared with it. */
  readonly live?: boolean;
  readonly call?: CallInPlaceOfBets;
  /**
   * Divides the time into windows of `ms`; every second window is on. Loads with the same `ms` have the same windows. `asks` on: this load
   * asks only in the windows that are on; always: it asks all the time, and reports by window.
   */
  readonly pulse?: { readonly ms: number; readonly asks: 'on' | 'always' };
  readonly brand: string;
  readonly brandKey: string;
}

/** What came of a window of a load that asks all the time. */
export interface LoadWindow {
  readonly on: boolean;
  readonly accepted: number;
  readonly refused: number;
  /** Latency at 99 %, ms. */
  readonly p99: number;
}

export interface LoadReport {
  readonly accepted: number;
  readonly refused: number;
  readonly firstRefusal: string;
  /** How many answers had which HTTP status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Whole windows in order, of a load with a pulse. */
  readonly windows: readonly LoadWindow[];
  readonly seconds: number;
  /** Some connection had no request left before the time was over. */
  readonly ranOut: boolean;
  /** Latency, ms. */
  readonly p50: number;
  readonly p99: number;
  /** Cores that the load itself took. */
  readonly ownCpu: number;
}

/** A game whose one issue is on sale for days, so that no close falls into a run. */
export const GAME = 'ssq';

/** Different single bets on the game, as a phone would send them. */
export async function differentBets(url: string, count = 200): Promise<readonly BetFields[]> {
  const index = (await (await fetch(`${url}/descriptions/index.json`)).json()) as DescriptionIndex;
  const hash = index.games.find((game) => game.code === GAME)?.hash ?? '';
  const game = (await (await fetch(`${url}/descriptions/game/${GAME}.${hash}.json`)).json()) as Game;
  const compiled = compileGame(game);
  const issue = await onSale(url);
  const play = compiled.plays[0]?.play.code ?? '';
  return Array.from({ length: count }, () => {
    const line = randomLine(compiled, play, (n) => Math.floor(Math.random() * n));
    if (line === undefined) throw new Error(`${GAME} has no play`);
    const ticket: Ticket = { game: GAME, lines: [line] };
    return { ticket: JSON.stringify(ticket), hash, amountFen: String(priceTicket(compiled, ticket).amountFen), issue };
  });
}

/** The issue on sale. A server that has just been started on an empty database opens its first issues a moment after it is ready. */
async function onSale(url: string): Promise<string> {
  const until = performance.now() + 20_000;
  while (performance.now() < until) {
    const page = await new Client(url).get<LotteryPageModels>('/api/SiteMsg/AppLotteryPageInfo', { gameCode: GAME });
    const issue = page.models?.current?.issue;
    if (issue !== undefined) return issue;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${GAME} is between two issues just now; try again in a few minutes`);
}

/** Registers players. Each has 10,000.00, enough for 5,000 bets of 2.00: give them more before a long run. */
export async function registerPlayers(url: string, count: number): Promise<readonly { readonly token: string; readonly userId: number }[]> {
  const made: { token: string; userId: number }[] = [];
  for (let i = 0; i < count; i += 4) {
    const some = await Promise.all(Array.from({ length: Math.min(4, count - i) }, () => new Client(url).register()));
    made.push(...some.map(({ token, userId }) => ({ token, userId })));
  }
  return made;
}

/** Places one bet and returns when it has been answered; throws when it was refused. */
export async function placeBet(client: Client, bet: BetFields): Promise<void> {
  const answer = await client.bet({
    ticket: JSON.parse(bet.ticket) as Ticket,
    hash: bet.hash,
    amountFen: Number(bet.amountFen),
    issue: bet.issue,
  });
  if (answer.status !== 0) throw new Error(`the bet was refused: ${answer.msg}`);
}

export interface Load extends Pick<LoadThreadInput, 'urls' | 'connections' | 'seconds' | 'bets' | 'live' | 'call' | 'pulse'> {
  readonly tokens: readonly string[];
  /** The most that is expected; 60 % more requests are made ready than this would use. */
  readonly expected: number;
  /** The servers are to be killed meanwhile: the load's own complaint is not shown. */
  readonly doomed?: boolean;
}

/** Runs the load to its end. Throws when a bet was refused: then it is not bets that were measured. */
export async function runLoad(load: Load): Promise<LoadReport> {
  const report = await (await prepareLoad(load))();
  if (report.refused > 0) throw new Error(`${report.refused} bets were refused, the first with\n${report.firstRefusal}`);
  return report;
}

/** Makes a load ready, which takes a moment, and gives what lets it loose: once, and to its end. */
export async function prepareLoad(load: Load): Promise<() => Promise<LoadReport>> {
  const order: LoadThreadInput = {
    ...load,
    requests: Math.ceil(load.expected * load.seconds * 1.6) + load.connections,
    brand: BRAND,
    brandKey: BRAND_KEY,
  };
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('bet-load.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', load.doomed ? 'ignore' : 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async () => {
    child.kill();
    await exited;
  };
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the load ended without an answer');
    return JSON.parse(value as string) as unknown;
  };
  try {
    child.stdin.write(`${JSON.stringify(order)}\n`);
    await read();
  } catch (error) {
    await end();
    throw error;
  }
  return async () => {
    try {
      child.stdin.write('go\n');
      return (await read()) as LoadReport;
    } finally {
      await end();
    }
  };
}
