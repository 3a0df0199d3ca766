/** The simulated feed on a server: a match day at once, deltas, live scores, results, cups, topics of the stream, a new bet as one file. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  CupTableModels,
  LotteryOddsModels,
  MatchLiveModels,
  OptionDataModels,
  OutrightListModels,
  SportOrderModels,
  SportPageModels,
  SportResultsModels,
  StreamEvent,
} from '../../../protocol/calls.ts';
import { quickLeague } from '../../support/quick-league.ts';
import { createTopics } from '../../../server/platform/stream/topics.ts';
import type { Client } from '../support/client.ts';
import { copyGames, expectBooksInOrder, root, startServer, temporaryFolder, type TestServer, waitFor } from '../support/server.ts';
import { betOn, betOutright, sportOf, ticketOn } from '../support/sports.ts';
import { openStream } from '../support/stream.ts';

let server: TestServer;
let games: string;
const HOUR = 3_600_000;

beforeAll(async () => {
  games = copyGames(temporaryFolder());
  addMatchGames(games);
  server = await startServer({ gamesDir: games, feed: 'demo', clockSpeed: 1, watch: true });
  await server.feed?.ready;
}, 120_000);
afterAll(() => server?.stop());

/** 竞彩足球, 北京单场 and a cup on three leagues: enough of each kind, and a quick start. */
function addMatchGames(folder: string): void {
  cpSync(join(root, 'games/passes'), join(folder, 'passes'), { recursive: true });
  for (const part of ['sports', 'leagues', 'outrights']) mkdirSync(join(folder, part), { recursive: true });
  for (const code of ['jczq', 'bjdc']) {
    const sport = JSON.parse(readFileSync(join(root, `games/sports/${code}.json`), 'utf8'));
    sport.feed.leagues = code === 'jczq' ? ['ECL', 'YSL'] : ['ECL'];
    writeFileSync(join(folder, `sports/${code}.json`), JSON.stringify(sport));
  }
  for (const code of ['ECL', 'YSL', 'ozb']) {
    // Every match of these leagues takes place: which one would be put off depends on the secret of the feed.
    const league = JSON.parse(readFileSync(join(root, `games/leagues/${code}.json`), 'utf8'));
    writeFileSync(
      join(folder, `leagues/${code}.json`),
      JSON.stringify({ ...(code === 'YSL' ? quickLeague(league) : league), off: { postponed: 0, abandoned: 0 } }),
    );
  }
  cpSync(join(root, 'games/outrights/ozb.json'), join(folder, 'outrights/ozb.json'));
}

const get = async <T>(path: string, fields: Record<string, string> = {}) => (await server.client().get<T>(path, fields)).models;
const page = (fields: Record<string, string> = {}) =>
  get<SportPageModels>('/api/SiteMsg/AppSPLotteryPageInfo', { game: 'jczq', ...fields });
const live = (fields: Record<string, string> = {}) => get<MatchLiveModels>('/matchdata/Match/MatchLive', fields);
async function pass(ms: number): Promise<void> {
  await server.context.clock.advance(ms);
  server.feed?.wake();
}

it('a day is listed with odds of the row; the others are asked for; everything is marked as a demonstration', async () => {
  const found = await page();
  expect(found).toMatchObject({ game: 'jczq', full: true, demo: true, removed: [], hash: server.context.sports.published('jczq')?.hash });
  expect(found.matches.length).toBeGreaterThan(10);
  const offer = found.matches.find(({ league, closed }) => league === 'ECL' && closed.length === 0);
  expect(offer?.code).toMatch(/^周.\d{3}$/);
  expect(Object.keys(offer?.odds ?? {}).sort()).toEqual(['BRQSPF', 'SPF']);
  expect(offer?.passStopsAt).toBe((offer?.startsAt ?? 0) - 300_000);
  const ids = [offer?.id ?? '', found.matches[0]?.id ?? '', 'no-such'].join();
  const { models } = await server.client().post<OptionDataModels>('/matchdata/Match/OptionData', { game: 'jczq', ids });
  const all = models.matches.find(({ id }) => id === offer?.id);
  expect(models.matches).toHaveLength(offer?.id === found.matches[0]?.id ? 1 : 2);
  expect(Object.keys(all?.odds.BF ?? {})).toHaveLength(31);
  const odds = await get<LotteryOddsModels>('/api/lottery/GetLotteryOdds', { gameCode: 'jczq' });
  expect(odds.plays.find(({ code }) => code === 'BRQSPF')?.returns).toEqual({ numerator: '1000', denominator: '1110' });
});

it('matches of the demonstration league go by, from their sale to their result', async () => {
  // Which plays are open besides, and whether a goal falls in the first minute, depends on the secret of the feed.
  const { matches } = await page();
  const first = matches.filter(({ league, state, closed }) => league === 'YSL' && state === 'selling' && !closed.includes('BRQSPF')).at(-1);
  if (first === undefined)
    throw new Error(
      `no demonstration match: ${JSON.stringify(matches.map(({ id, league, state, closed }) => ({ id, league, state, closed })))}`,
    );
  const before = await page();
  await pass(first.startsAt - server.context.clock.now() + 1_000);
  const started = await waitFor('the kick-off', async () =>
    (await live({ since: String(before.version) })).matches.find(({ id, state }) => id === first.id && state === 'first'),
  );
  const goals = (team: 'home' | 'away') =>
    started.events.filter(({ kind, side }) => ['goal', 'own', 'penalty'].includes(kind) && side === team).length;
  expect(started).toMatchObject({
    sport: 'football',
    clock: { from: first.startsAt, minute: 0, minuteMs: 1_500 },
    measures: { full: [goals('home'), goals('away')] },
  });
  const minute = (server.context.clock.now() - first.startsAt) / 1_500;
  for (const event of started.events) expect(Number.parseInt(event.minute, 10)).toBeLessThanOrEqual(minute + 1);
  const delta = await waitFor('the change of the offer', async () => {
    const found = await page({ since: String(before.version) });
    return found.matches.some(({ id, state }) => id === first.id && state === 'live') ? found : undefined;
  });
  expect(delta.full).toBe(false);
  expect(delta.matches.every(({ version }) => version > before.version)).toBe(true);
  await pass(5 * 60_000);
  await waitFor('its end', async () => (await page({ since: String(before.version) })).removed.includes(first.id) || undefined);
  const results = await get<SportResultsModels>('/api/lotteryresult/jc_list', { game: 'jczq', date: first.day });
  const result = results.matches.find(({ id }) => id === first.id);
  expect(result?.state).toBe('finished');
  const [home = 0, away = 0] = result?.measures?.full ?? [];
  expect(result?.winners.find(({ play }) => play === 'BRQSPF')).toMatchObject({
    choice: home > away ? '3' : home === away ? '1' : '0',
    odds: expect.stringMatching(/^\d+\.\d\d$/),
  });
});

it('a phone hears the topics that it asked for, and another one nothing of them', async () => {
  const topicStream = await openStream(`${server.base}/events?topics=live,offers:jczq,nonsense`);
  const other = await openStream(`${server.base}/events`);
  await pass(3 * 60_000);
  const offers = await topicStream.next(({ type }) => type === 'offers');
  const scores = await topicStream.next(({ type }) => type === 'live');
  if (offers.type !== 'offers' || scores.type !== 'live') throw new Error('types');
  expect(offers.game).toBe('jczq');
  expect(offers.version).toBeGreaterThan(offers.from);
  expect(offers.matches.length + offers.removed.length).toBeGreaterThan(0);
  // What the event brings is what a read would have brought.
  const read = await page({ since: String(offers.from) });
  for (const { id } of offers.matches) expect([...read.matches.map((each) => each.id), ...read.removed]).toContain(id);
  expect(other.seen().filter(({ type }) => type === 'offers' || type === 'live')).toEqual([]);
  topicStream.close();
  other.close();
});

it('a step is one look at the database for a topic, however many follow it, and none where nobody does', async () => {
  const looks: string[] = [];
  const sent: StreamEvent[] = [];
  let version = 5;
  const source = {
    version: async () => version,
    offersSince: async (game: string, since: number) => {
      looks.push(`${game} ${since}`);
      return { version, matches: [], removed: [`m${version}`] };
    },
    liveSince: async () => ({ version, matches: [] }),
  };
  const topics = createTopics(
    source,
    (_, event) => sent.push(event),
    () => {},
  );
  for (let phone = 0; phone < 500; phone++) await topics.follow('offers:jczq');
  version = 6;
  topics.changed(['jczq', 'bjdc'], true);
  version = 7;
  topics.changed(['jczq'], true);
  topics.changed(['jczq'], true);
  await waitFor('the second event', async () => sent.length === 2 || undefined);
  // The one that was under way took what there was; the rest came together, later.
  expect(looks).toHaveLength(2);
  expect(sent.at(-1)).toMatchObject({ type: 'offers', version: 7 });
  topics.leave('offers:jczq');
  topics.changed(['jczq'], true);
  expect(looks).toHaveLength(2);
  topics.close();
});

it('a change while the version of a topic is read reaches the stream', async () => {
  const streamEvents: StreamEvent[] = [];
  let answer: (version: number) => void = () => {};
  const topics = createTopics(
    {
      version: () => new Promise((resolve) => (answer = resolve)),
      offersSince: async () => ({ version: 0, matches: [], removed: [] }),
      liveSince: async (from = 0) => ({ version: from + 1, matches: [{} as never] }),
    },
    (_, event) => streamEvents.push(event),
    () => {},
  );
  const following = topics.follow('live');
  topics.changed([], true);
  // The version is the one from before the change.
  answer(5);
  await following;
  await waitFor('the event', async () => streamEvents.length > 0);
  expect(streamEvents).toMatchObject([{ type: 'live', from: 5, version: 6 }]);
  topics.close();
});

it('Beijing has issues, and its SP is known when the match is over', async () => {
  const onSale = async () => {
    const listed = await get<SportPageModels>('/api/SiteMsg/AppSPLotteryPageInfo', { game: 'bjdc' });
    return listed.matches.some(({ state }) => state === 'selling') ? listed : undefined;
  };
  // Between the last match of a week, in the night to Monday, and that Monday's noon no issue is on sale.
  if ((await onSale()) === undefined) await pass(13 * HOUR);
  const found = await waitFor('an issue on sale', onSale);
  expect(found.issue).toMatch(/^\d{6}$/);
  expect(found.issues?.find(({ issue }) => issue === found.issue)).toMatchObject({ state: 'selling' });
  const [match] = found.matches.filter(({ state }) => state === 'selling');
  if (match === undefined) throw new Error('nothing on sale');
  await pass(match.startsAt - server.context.clock.now() + 40 * HOUR);
  const result = await waitFor('the result', async () => {
    const { rows } = await server.context.database.query<{
      result: { void?: boolean };
      final_odds: Record<string, Record<string, string>> | null;
    }>(`SELECT result, final_odds FROM offers WHERE game = 'bjdc' AND match_id = $1 AND result IS NOT NULL`, [match.id]);
    return rows[0];
  });
  if (!result.result.void) expect(Object.values(result.final_odds?.SPF ?? {})).toEqual([expect.stringMatching(/^\d+\.\d{6}$/)]);
});

it('a cup has tables, a bracket and outrights whose odds leave the house its margin', async () => {
  // The feed plans a cup some seconds after the start of a server.
  const table = await waitFor('the groups of the cup', async () => {
    const found = await get<CupTableModels>('/matchdata/SJBGroupStageResult', { cup: 'nothing,ozb' });
    return found.groups.length > 0 ? found : undefined;
  });
  expect(table).toMatchObject({ cup: 'ozb', demo: true });
  expect(table.groups.map(({ teams }) => teams.length)).toEqual([4, 4, 4, 4, 4, 4]);
  expect(table.rounds.map(({ ties }) => ties.length)).toEqual([8, 4, 2, 1]);
  const list = await get<OutrightListModels>('/api/lottery/OutrightList', { game: 'ozb' });
  expect(list.markets.map(({ market, items }) => [market, items.length])).toEqual([
    ['champion', 24],
    ['pair', 50],
  ]);
  for (const { items } of list.markets) {
    // A cup that is decided, or as good as that, sells nothing.
    if (items.some(({ state }) => state === 'won' || state === 'stopped')) continue;
    const sum = items.filter(({ state }) => state !== 'out').reduce((all, { odds }) => all + 1 / Number(odds), 0);
    expect(sum).toBeGreaterThan(1.1);
  }
  // The likeliest first; the pair that stands for all others last.
  for (const { items } of list.markets) {
    const odds = items.filter(({ teams }) => teams.length > 0).map((item) => Number(item.odds));
    expect(odds).toEqual([...odds].sort((a, b) => a - b));
  }
  expect(list.markets[1]?.items.at(-1)?.teams).toEqual([]);
});

it('a game of corners is one file: it has an address, is bet on, drawn and paid without code', async () => {
  const guide = readFileSync(join(root, 'docs/add-a-sport.md'), 'utf8');
  const corners = /```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  writeFileSync(join(games, 'sports/corners.json'), corners);
  const sold = await waitFor('corners on sale', async () => {
    const { status, models } = await server.client().get<SportPageModels>('/api/SiteMsg/AppSPLotteryPageInfo', { game: 'corners' });
    const selling = status === 0 ? models.matches.filter(({ state, closed }) => state === 'selling' && !closed.includes('MORE')) : [];
    return selling.length >= 2 ? selling.slice(-2) : undefined;
  });
  expect(Object.keys(sold[0]?.odds.MORE ?? {}).sort()).toEqual(['0', '1', '3']);
  expect(Number(sold[0]?.numbers.line)).toBeGreaterThan(5);
  const { publication, sports } = server.context;
  expect(publication.index().games.find(({ code }) => code === 'corners')?.route).toBe('/sport/corners');

  // All nine ways, so that one of them comes true.
  const player = await server.client().register();
  const ticket = ticketOn('corners', Object.fromEntries(sold.map(({ id, odds }) => [id, { MORE: { ...odds.MORE } }])), ['2_1']);
  const bet = await betOn(player, sportOf(sports, 'corners'), ticket, { policy: 'any' });
  expect(bet).toMatchObject({ status: 0, models: { bets: 9, amountFen: 1800 } });
  // Long enough that a match which was put off is void.
  await pass(Math.max(...sold.map(({ startsAt }) => startsAt)) - server.context.clock.now() + 40 * HOUR);
  const order = await waitFor('its end', async () => {
    const { models } = await player.get<SportOrderModels>('/api/order/detail', { orderId: bet.models.orderId });
    return models.status === 'pending' ? undefined : models;
  });
  expect(order.legs.map(({ measures, void: off }) => off === true || Object.keys(measures ?? {}).join())).toEqual(
    order.legs.map(({ void: off }) => off === true || 'corners'),
  );
  expect(order.prizeFen + (order.status === 'cancelled' ? 1800 : 0)).toBeGreaterThan(0);
}, 60_000);

describe('a cup of six teams', () => {
  const DAY = 24 * HOUR;
  const EDITION_DAYS = 10;
  let own: TestServer;
  beforeAll(async () => {
    const folder = copyGames(temporaryFolder(), ['ssq']);
    cpSync(join(root, 'games/passes'), join(folder, 'passes'), { recursive: true });
    const write = (file: string, from: string, more: object) => {
      mkdirSync(join(folder, file.split('/')[0] ?? ''), { recursive: true });
      const before = JSON.parse(readFileSync(join(root, `games/${from}`), 'utf8'));
      writeFileSync(join(folder, file), JSON.stringify({ ...before, ...more }));
      return before;
    };
    const { feed, ...sport } = JSON.parse(readFileSync(join(root, 'games/sports/jczq.json'), 'utf8'));
    write('sports/jczq.json', 'sports/jczq.json', { ...sport, feed: { ...feed, leagues: ['KOP'] } });
    const { teams } = JSON.parse(readFileSync(join(root, 'games/leagues/ozb.json'), 'utf8'));
    write('leagues/KOP.json', 'leagues/ozb.json', {
      code: 'KOP',
      cup: {
        ...{ editionDays: EDITION_DAYS, groups: 2, through: 2, groupDays: 2, times: ['20:00'] },
        rounds: [
          { name: '半决赛', day: 3 },
          { name: '决赛', day: 5 },
        ],
      },
      teams: teams.slice(0, 6),
    });
    write('outrights/kop.json', 'outrights/ozb.json', { code: 'kop', cup: 'KOP' });
    own = await startServer({ gamesDir: folder, feed: 'demo', clockSpeed: 1, history: 0 });
    await own.feed?.ready;
  }, 120_000);
  afterAll(() => own?.stop());

  const ask = async <T>(text: string, values: unknown[] = []) => (await own.context.database.query<T>(text, values)).rows;
  /** Moves the clock on to an hour of a day of an edition. */
  async function go(edition: number, day: number, hour = 0): Promise<void> {
    await own.context.clock.advance((edition * EDITION_DAYS + day) * DAY + hour * HOUR - own.context.clock.now());
    own.feed?.wake();
  }
  const nextEdition = () => Math.floor(own.context.clock.now() / DAY / EDITION_DAYS) + 1;
  /** Two looks of the feed, so that one began after what was done before. */
  async function looked(): Promise<void> {
    for (let looks = 0; looks < 2; looks++) {
      await ask(
        `UPDATE matches SET next_at = caipu_now_ms() WHERE id = (SELECT id FROM matches WHERE state IN ('finished', 'cancelled') ORDER BY starts_at LIMIT 1)`,
      );
      own.feed?.wake();
      await waitFor(
        'a look',
        async () =>
          (await ask(`SELECT 1 FROM matches WHERE next_at IS NOT NULL AND state IN ('finished', 'cancelled')`)).length === 0 || undefined,
      );
    }
  }
  interface Tie {
    readonly id: string;
    readonly home: string;
    readonly away: string;
    readonly state: string;
    readonly measures: Readonly<Record<string, readonly [number, number]>>;
  }
  const ties = (edition: number, stage: number, state: string) =>
    waitFor(`round ${stage} of ${edition}`, async () => {
      const found = await ask<Tie>(
        `SELECT id, home, away, state, measures FROM matches WHERE (cup->>'edition')::int = $1 AND (cup->>'stage')::int = $2 ORDER BY id`,
        [edition, stage],
      );
      return found.length > 0 && found.every((tie) => tie.state === state) ? found : undefined;
    });
  const champions = async (edition: number) =>
    new Map(
      (
        await ask<{ code: string; team: string; odds: string; state: string; open: boolean }>(
          `SELECT code, teams->>0 AS team, odds, state, stops_at > caipu_now_ms() AS open FROM outrights WHERE market = 'champion' AND edition = $1`,
          [String(edition)],
        )
      ).map((each) => [each.team, each]),
    );
  async function betOnTeam(player: Client, edition: number, team: string): Promise<string> {
    const item = await waitFor(`${team} on sale`, async () => {
      const found = (await champions(edition)).get(team);
      return found?.state === 'selling' && found.open ? found : undefined;
    });
    const answer = await betOutright(player, {
      ...{ game: 'kop', market: 'champion', hash: own.context.sports.outright('kop')?.hash ?? '' },
      ...{ picks: [{ code: item.code, odds: item.odds, times: 10 }], amountFen: 2_000, oddsPolicy: 'any' },
    });
    expect(answer).toMatchObject({ status: 0 });
    return answer.models.orderId;
  }
  const ended = (player: Client, orderId: string, status: SportOrderModels['status']) =>
    waitFor(`${orderId} ${status}`, async () => {
      const { models } = await player.get<SportOrderModels>('/api/order/detail', { orderId });
      return models.status === status ? models : undefined;
    });
  const REVIEW = 120_000;
  const enter = async (id: string, result: object) =>
    expect(await ask('SELECT enter_result($1, $2::jsonb, $3) AS answer', [id, JSON.stringify(result), REVIEW])).toEqual([
      { answer: 'done' },
    ]);
  const winnerOf = ({ home, away, measures: { full, penalties } }: Tie): string => {
    const [one = 0, other = 0] = full?.[0] === full?.[1] ? (penalties ?? []) : (full ?? []);
    return one > other ? home : away;
  };
  /** The other side wins, by 3:0. */
  const turned = (tie: Tie) => ({ measures: { full: winnerOf(tie) === tie.home ? [0, 3] : [3, 0], half: [0, 0] } });

  it('goes on with the pairs that are fixed, and a corrected final pays the other champion', async () => {
    const edition = nextEdition();
    await go(edition, 3);
    await ties(edition, 0, 'scheduled');
    await go(edition, 3, 23);
    const [semi] = await ties(edition, 0, 'finished');
    const [final] = await ties(edition, 1, 'scheduled');
    if (semi === undefined || final === undefined) throw new Error('no ties');
    const [one, other] = [await own.client().register(), await own.client().register()];
    const orders = new Map([
      [final.home, { player: one, id: await betOnTeam(one, edition, final.home) }],
      [final.away, { player: other, id: await betOnTeam(other, edition, final.away) }],
    ]);

    // The team that won the semi-final by the new result does not play the final. The final stays, and an alarm notifies an operator.
    await enter(semi.id, turned(semi));
    await own.context.clock.advance(REVIEW + 1_000);
    own.feed?.wake();
    await waitFor('the alarm', async () =>
      own.context.alarms.list().find(({ name, active }) => name === 'cup-contradicted' && active === 1),
    );
    expect(own.context.alarms.list()).toContainEqual(expect.objectContaining({ name: 'cup-contradicted', detail: semi.id }));
    await looked();
    for (const team of orders.keys()) expect((await champions(edition)).get(team)).toMatchObject({ state: 'selling', open: true });

    await go(edition, 5, 23);
    const [played] = await ties(edition, 1, 'finished');
    if (played === undefined) throw new Error('no final');
    const won = orders.get(winnerOf(played));
    const lost = [...orders.values()].find((order) => order !== won);
    if (won === undefined || lost === undefined) throw new Error('no champion');
    const { prizeFen } = await ended(won.player, won.id, 'won');
    await ended(lost.player, lost.id, 'lost');

    // The result can still be changed: nobody is paid by it yet.
    await enter(played.id, turned(played));
    await looked();
    await ended(won.player, won.id, 'won');
    expect((await champions(edition)).get(winnerOf(played))).toMatchObject({ state: 'won' });
    await own.context.clock.advance(REVIEW + 1_000);
    own.feed?.wake();
    await ended(lost.player, lost.id, 'won');
    await ended(won.player, won.id, 'lost');
    const taken = await ask('SELECT balance_fen AS fen FROM wallets WHERE user_id = $1', [won.player.userId]);
    expect(taken).toEqual([{ fen: 1_000_000 - 2_000 }]);
    expect(prizeFen).toBeGreaterThan(0);
    await expectBooksInOrder(own.context.database);
  }, 120_000);

  it('that cannot be decided gives stakes back when its next edition begins; editions that nobody saw are played to their end', async () => {
    const edition = nextEdition();
    await go(edition, 0);
    // Sessions end meanwhile: orders are read where they lie.
    const order = async (id: string) =>
      (await ask<{ status: string; refund: number }>('SELECT status, refund FROM sport_orders WHERE id = $1', [id]))[0];
    const [team = ''] = (
      await waitFor('the markets', async () => ((await champions(edition)).size > 0 ? champions(edition) : undefined))
    ).keys();
    const stuck = await betOnTeam(await own.client().register(), edition, team);
    const [group] = await ask<{ id: string }>(`SELECT id FROM matches WHERE (cup->>'edition')::int = $1 ORDER BY starts_at LIMIT 1`, [
      edition,
    ]);
    await enter(group?.id ?? '', { void: true });
    await go(edition + 1, 0);
    await waitFor('its refund', async () => (await order(stuck))?.status !== 'placed');
    expect(await order(stuck)).toEqual({ status: 'cancelled', refund: 2_000 });

    const unseen = await betOnTeam(await own.client().register(), edition + 1, team);
    await go(edition + 3, 0);
    await waitFor('its end', async () => (await order(unseen))?.status !== 'placed');
    expect(await order(unseen)).toMatchObject({ status: expect.stringMatching(/^(won|lost)$/) });
  }, 120_000);

  it('makes none where another source has its matches, and that cup alone is shown', async () => {
    const edition = nextEdition() + 1;
    await ask(
      `INSERT INTO matches (id, sport, league, home, away, starts_at, source, cup, version)
       SELECT 'kop-of-' || n, 'football', 'KOP', 'fra', 'esp', $1::bigint + n * 86400000, CASE n WHEN 2 THEN 'desk' ELSE 'openfootball' END,
              '{"edition": 0, "round": "Matchday 1", "group": "Z"}', next_match_version() FROM generate_series(1, 3) n`,
      [edition * EDITION_DAYS * DAY],
    );
    await go(edition, 1);
    await looked();
    expect(await ask(`SELECT 1 FROM matches WHERE (cup->>'edition')::int = $1`, [edition])).toEqual([]);
    expect((await champions(edition)).size).toBe(0);
    const shown = (await own.client().get<CupTableModels>('/matchdata/SJBGroupStageResult', { cup: 'KOP' })).models;
    expect(shown).toMatchObject({ demo: false, groups: [{ name: 'Z' }] });
    expect(shown.groups).toHaveLength(1);
    // The next edition is simulated again.
    await go(edition + 1, 0);
    await waitFor('the next edition', async () => ((await champions(edition + 1)).size > 0 ? true : undefined));
  }, 120_000);
});
