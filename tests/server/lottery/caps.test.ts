/** R10: every cap of the specification's section 9, one below, at and one above, through the API, for every game at hand. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawsADay } from '../../../engine/descriptions/schedule.ts';
import type { Ticket } from '../../../engine/descriptions/types.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Client } from '../support/client.ts';
import { expectBooksInOrder, startServer, type TestServer } from '../support/server.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

/**
 * Multiplier and issues of specification section 9, written out here so that a slip in a game's file shows. Games that it does not
 * list have 9,999 and 25. `unitFen` is the price of a bet where it is not 2.00.
 */
const CAPS: Readonly<Record<string, { multiplier: number; issues: number; unitFen?: number }>> = {
  ssq: { multiplier: 50_000, issues: 25 },
  dlt: { multiplier: 50_000, issues: 25 },
  fc3d: { multiplier: 99_999, issues: 100 },
  pl3: { multiplier: 99_999, issues: 100 },
  pl5: { multiplier: 9_999, issues: 25 },
  qlc: { multiplier: 9_999, issues: 25 },
  qxc: { multiplier: 9_999, issues: 25 },
  xqxc: { multiplier: 9_999, issues: 25 },
  lhc: { multiplier: 9_999, issues: 25, unitFen: 1_000 },
  jlffc: { multiplier: 9_999, issues: 25 },
  jsks: { multiplier: 50_000, issues: 82 },
  cqssc: { multiplier: 9_999, issues: 25 },
  xjssc: { multiplier: 9_999, issues: 25 },
  jlssc: { multiplier: 9_999, issues: 25 },
  hlsx: { multiplier: 9_999, issues: 25 },
  syxw: { multiplier: 9_999, issues: 25 },
  ahk3: { multiplier: 50_000, issues: 82 },
  // Newer quick games: no number of issues is given, so one at a time.
  tcjlssc: { multiplier: 9_999, issues: 1 },
  ttcjlssc: { multiplier: 9_999, issues: 1 },
  rrcssc: { multiplier: 9_999, issues: 1 },
  jlwfc: { multiplier: 9_999, issues: 1 },
  jswfc: { multiplier: 9_999, issues: 1 },
  rrcwfc: { multiplier: 9_999, issues: 1 },
  fhcqc: { multiplier: 9_999, issues: 1 },
  fhxjc: { multiplier: 9_999, issues: 1 },
  tcjlffc: { multiplier: 9_999, issues: 1 },
  ttcjlffc: { multiplier: 9_999, issues: 1 },
  rrcffc: { multiplier: 9_999, issues: 1 },
  txffc: { multiplier: 9_999, issues: 1 },
  btcffc: { multiplier: 9_999, issues: 1 },
  hnffc: { multiplier: 9_999, issues: 1 },
  '360ffc': { multiplier: 9_999, issues: 1 },
  tx2fc: { multiplier: 9_999, issues: 1 },
  hljssc: { multiplier: 9_999, issues: 1 },
  cq20c: { multiplier: 9_999, issues: 1 },
  hlj20c: { multiplier: 9_999, issues: 1 },
  hnwfc: { multiplier: 9_999, issues: 1 },
  bjpk10: { multiplier: 9_999, issues: 1 },
  jspk10: { multiplier: 9_999, issues: 1 },
  hspk10: { multiplier: 9_999, issues: 1 },
  jxpk10: { multiplier: 9_999, issues: 1 },
  bjpk10c: { multiplier: 9_999, issues: 1 },
  xy28: { multiplier: 9_999, issues: 1 },
  xyft: { multiplier: 9_999, issues: 1 },
  jx11x5: { multiplier: 9_999, issues: 1 },
  sh11x5: { multiplier: 9_999, issues: 1 },
  hb11x5: { multiplier: 9_999, issues: 1 },
  qwlhc: { multiplier: 9_999, issues: 1 },
  xamlhc: { multiplier: 9_999, issues: 1 },
  bjkl8: { multiplier: 9_999, issues: 1 },
  pcdd: { multiplier: 9_999, issues: 1 },
  kl8: { multiplier: 9_999, issues: 25 },
  bjk3: { multiplier: 9_999, issues: 1 },
  ffk3: { multiplier: 9_999, issues: 1 },
};

let server: TestServer;
let player: Client;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1, games: 'all' });
  player = await server.client().register();
  await server.grant(player.userId, 10_000_000_000);
});
// Once for all: a look at the books of fifty games costs more than the bets.
afterAll(async () => {
  try {
    await expectBooksInOrder(server.context.database);
  } finally {
    await server?.stop();
  }
});

/** The answer for a ticket of single bets whose price this test works out itself. */
function bet(code: string, ticket: Omit<Ticket, 'game'>) {
  const { hash } = gameVersion(server, code);
  const amountFen = ticket.lines.length * (CAPS[code]?.unitFen ?? 200) * (ticket.multiplier ?? 1) * (ticket.issues ?? 1);
  return player.bet({ ticket: { game: code, ...ticket }, hash, amountFen });
}

it('[R10] every game at hand has its caps listed here', () => {
  expect(
    server.context.games
      .all()
      .map((version) => version.game.code)
      .sort(),
  ).toEqual(Object.keys(CAPS).sort());
});

/** The games whose lines are tried: one of each family, and those of none. */
const LINES = new Set(['ssq', 'dlt', 'pl3', 'pl5', 'qlc', 'qxc', 'xqxc', 'lhc', 'kl8', 'jlffc', 'jsks', 'syxw', 'bjpk10', 'xy28']);

/** Draws a day of section 9. */
const DRAWS: Readonly<Record<number, string>> = {
  59: 'cqssc hlsx',
  42: 'syxw',
  41: 'jsks ahk3',
  48: 'xjssc',
  120: 'jlssc tcjlssc ttcjlssc rrcssc',
  288: 'jlwfc jswfc rrcwfc fhcqc fhxjc',
  1440: 'jlffc tcjlffc ttcjlffc rrcffc txffc btcffc hnffc bjpk10 360ffc tx2fc hljssc cq20c hlj20c bjpk10c hnwfc',
};

it('[R10] every quick game has the draws of a day that it is said to have', () => {
  for (const [draws, codes] of Object.entries(DRAWS))
    for (const code of codes.split(' ')) expect([code, drawsADay(gameVersion(server, code).game.schedule)]).toEqual([code, Number(draws)]);
});

for (const [code, caps] of Object.entries(CAPS)) {
  it(`[R10] ${code}: multiplier ${caps.multiplier}`, async () => {
    const { lines } = singleBet(gameVersion(server, code)).ticket;
    expect(await bet(code, { lines, multiplier: caps.multiplier - 1 })).toMatchObject({ status: STATUS.ok });
    expect(await bet(code, { lines, multiplier: caps.multiplier })).toMatchObject({
      status: STATUS.ok,
      models: { amountFen: (caps.unitFen ?? 200) * caps.multiplier },
    });
    expect(await bet(code, { lines, multiplier: caps.multiplier + 1 })).toMatchObject({ http: 400, status: STATUS.overCap, models: null });
    for (const multiplier of [0, -1, 1.5])
      expect(await bet(code, { lines, multiplier })).toMatchObject({ http: 400, status: STATUS.invalid });
  });

  it(`[R10] ${code}: issues ${caps.issues}`, async () => {
    const { lines } = singleBet(gameVersion(server, code)).ticket;
    for (const issues of [caps.issues - 1, caps.issues].filter((count) => count >= 1)) {
      expect(await bet(code, { lines, issues })).toMatchObject({ status: STATUS.ok, models: issues > 1 ? { issues } : {} });
    }
    expect(await bet(code, { lines, issues: caps.issues + 1 })).toMatchObject({ http: 400, status: STATUS.overCap });
  });

  // The lines of a ticket are capped alike for a whole family.
  if (LINES.has(code))
    it(`[R10] ${code}: lines`, async () => {
      const version = gameVersion(server, code);
      const [line] = singleBet(version).ticket.lines;
      const lines = (count: number) => Array.from({ length: count }, () => line as Ticket['lines'][number]);
      const cap = version.game.caps.lines;
      expect(await bet(code, { lines: lines(cap - 1) })).toMatchObject({ status: STATUS.ok });
      expect(await bet(code, { lines: lines(cap) })).toMatchObject({ status: STATUS.ok });
      expect(await bet(code, { lines: lines(cap + 1) })).toMatchObject({ http: 400, status: STATUS.overCap });
    });
}
