/** A server on which somebody has played: what the pictures show is real, drawn and paid. */
import type { Browser, BrowserContext } from '@playwright/test';
import type { Line } from '../../../engine/descriptions/types.ts';
import type { LeagueDescription } from '../../../engine/descriptions/sports/types.ts';
import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import type { BetModels, ChaseIssuesModels, SportBetModels, SportPageModels } from '../../../protocol/calls.ts';
import type { RunningServer } from '../../../tests/e2e/support/server.ts';
import { register } from '../../../tests/e2e/support/test.ts';
import { Client } from '../../../tests/server/support/client.ts';
import { ALL_DIGITS, pricedTicket, publishedGameOf, singleBet } from '../../../tests/server/support/tickets.ts';
import type { World } from './ways.ts';

type Storage = Awaited<ReturnType<BrowserContext['storageState']>>;

const GAME = 'jlffc';
const WEEKLY = 'ssq';
const DIGITS = { wan: [1, 4, 7], qian: ALL_DIGITS, bai: [2] };
/** One of its thousand bets wins, whatever is drawn. */
const SURE: Line = { play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: ALL_DIGITS, bai: ALL_DIGITS } };
/** Its five numbers are the same five times: it has next to no chance. */
const FAINT: Line = { play: 'Q3_ZX', picks: { wan: [7], qian: [7], bai: [7] } };

/** Registers a player on a phone of his own. */
async function phone(browser: Browser, url: string): Promise<{ readonly storage: Storage; readonly token: string }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'zh-CN' });
  const page = await context.newPage();
  await register(page, url);
  const token = await page.evaluate(() => localStorage.getItem('caipu.token') ?? '');
  const storage = await context.storageState();
  await context.close();
  return { storage, token };
}

/** A machine that does much else takes its time. */
const PATIENCE_MS = 180_000;

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function accepted(answer: { readonly status: number; readonly msg: string; readonly models: BetModels }): BetModels {
  if (answer.status !== 0) throw new Error(`a bet for the pictures was refused: ${answer.msg}`);
  return answer.models;
}

/** Whether a match is one of a demonstration league. Such matches last some minutes. */
const isShortMatch = (league: string): boolean =>
  (JSON.parse(readFileSync(new URL(`../../../games/leagues/${league}.json`, import.meta.url), 'utf8')) as LeagueDescription).quick !==
  undefined;

/** ms from the kick-off of a short match until it is over for certain. */
const SHORT_MATCH_MS = 10 * 60_000;

/**
 * A parlay on the next short matches on sale: on one way in which each can end, or on all, so that it wins. The clock stands nearly still
 * meanwhile: there are always enough of them once the feed has come up with it, and a busy machine never comes up with a clock that is moved
 * on at every look.
 */
async function betOnMatches(
  client: Client,
  count: number,
  ways: 'one' | 'all',
): Promise<{ readonly orderId: string; readonly endsAt: number }> {
  const { hash, selling } = await until(`${count} matches on sale`, async () => {
    const { models: page } = await client.get<SportPageModels>('/api/SiteMsg/AppSPLotteryPageInfo', { game: 'jczq' });
    const found = page.matches
      .filter(({ state, league, odds, startsAt }) => {
        // One that kicks off at once would be gone before the bet is there.
        const soon = startsAt < client.now() + 30_000;
        return state === 'selling' && !soon && isShortMatch(league) && odds.BRQSPF !== undefined;
      })
      .toSorted((one, other) => one.startsAt - other.startsAt)
      .slice(0, count);
    return found.length === count ? { hash: page.hash, selling: found } : undefined;
  });
  const ticket = {
    game: 'jczq',
    matches: selling.map(({ id, odds }) => {
      const all = Object.entries(odds.BRQSPF ?? {});
      return { match: id, picks: { BRQSPF: Object.fromEntries(ways === 'all' ? all : all.slice(0, 1)) } };
    }),
    passes: [`${count}_1`],
  };
  const bets = ways === 'all' ? 3 ** count : 1;
  const answer = await client.post<SportBetModels>(
    '/api/lottery/bet_jc',
    { ticket: JSON.stringify(ticket), hash, amountFen: String(200 * bets), oddsPolicy: 'any' },
    { headers: { 'idempotency-key': randomUUID() } },
  );
  if (answer.status !== 0) throw new Error(`a bet on matches for the pictures was refused: ${answer.msg}`);
  return { orderId: answer.models.orderId, endsAt: Math.max(...selling.map(({ startsAt }) => startsAt)) + SHORT_MATCH_MS };
}

/** Registers two players, lets one of them win, lose, wait and chase, and hands over their phones. */
export async function settle(
  browser: Browser,
  server: RunningServer,
): Promise<{ readonly world: World; readonly storage: { readonly newcomer: Storage; readonly bettor: Storage } }> {
  const { url } = server;
  const newcomer = await phone(browser, url);
  const bettor = await phone(browser, url);
  const client = await new Client(url).sync();
  client.token = bettor.token;
  const matchWon = await betOnMatches(client, 2, 'all');
  const [quick, weekly] = await Promise.all([publishedGameOf(url, GAME), publishedGameOf(url, WEEKLY)]);

  const won = accepted(await client.bet(pricedTicket(quick, [SURE, { play: 'Q3_ZX', picks: DIGITS }])));
  const lost = accepted(await client.bet(pricedTicket(quick, [FAINT])));
  await server.advance(Math.max(0, Math.ceil(Math.max(won.drawsAt, lost.drawsAt) - client.now()) + 1_000));
  await client.sync();
  await until('the draw', async () => {
    const { models } = await client.get<{ readonly status: string }>('/api/order/detail', { orderId: won.orderId });
    return models.status === 'won' || undefined;
  });
  await server.advance(Math.max(0, Math.ceil(matchWon.endsAt - client.now())));
  await client.sync();
  await until('the matches', async () => {
    const { models } = await client.get<{ readonly status: string }>('/api/order/detail', { orderId: matchWon.orderId });
    return models.status === 'won' || undefined;
  });
  const match = await betOnMatches(client, 3, 'one');
  const pending = accepted(await client.bet(singleBet(weekly)));
  const { models } = await client.get<ChaseIssuesModels>('/api/lottery/ChaseIssues', { gameCode: GAME });
  const bet = pricedTicket(quick, [FAINT]);
  const issues = models.items.slice(1, 6).map(({ issue }) => ({ issue, multiplier: 1 }));
  const chase = accepted(
    await client.bet({ ...bet, amountFen: bet.amountFen * issues.length, chase: JSON.stringify(issues), stopOnWin: '1' }),
  );
  return {
    world: {
      url,
      orders: {
        won: won.orderId,
        lost: lost.orderId,
        pending: pending.orderId,
        chase: chase.chaseId ?? '',
        match: match.orderId,
        matchWon: matchWon.orderId,
      },
    },
    storage: { newcomer: newcomer.storage, bettor: bettor.storage },
  };
}
