/** A ticket and a draw are understood by the version that they were made under, long after it has been replaced. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { DescriptionIndex, Game } from '../../../engine/descriptions/types.ts';
import { compileGame, lineHits } from '../../../engine/rules/index.ts';
import type { LotteryPageModels, TicketOrderModels } from '../../../protocol/calls.ts';
import { copyGames, startServer, temporaryFolder, type TestServer, waitFor } from '../support/server.ts';
import { gameVersion, pricedTicket } from '../support/tickets.ts';

const folder = temporaryFolder();
const dataDir = join(folder, 'data');
const gamesDir = copyGames(folder);
let server: TestServer | undefined;
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('a game that changed since the sale, and a server that was started again: the order still shows its own hits', async () => {
  server = await startServer({ dataDir, gamesDir, clockSpeed: 1 });
  const player = await server.client().register();
  const version = gameVersion(server, 'fc3d');
  const onSale = async () =>
    (await player.get<LotteryPageModels>('/api/SiteMsg/AppLotteryPageInfo', { gameCode: 'fc3d' })).models.current ?? undefined;
  const { clock } = server.context;
  const current = (await onSale()) ?? (await clock.advance(7_200_000), server.scheduler?.wake(), await waitFor('a sale', onSale));
  const [play] = version.compiled.plays;
  const areas = play?.play.areas.map(({ id }) => id) ?? [];
  const lineOf = (digits: readonly number[]) => ({
    play: play?.play.code ?? '',
    picks: Object.fromEntries(areas.map((id) => [id, digits])),
  });
  // Every digit at every place: some of them are drawn, whatever is drawn. Then the same digits as two lines.
  const bet = pricedTicket(version, [lineOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), lineOf([0, 1, 2, 3, 4]), lineOf([5, 6, 7, 8, 9])]);
  const placed = await player.bet({ ...bet, issue: current.issue });
  expect(placed.status).toBe(0);

  // The play is sold no more: by the present version its lines mean nothing.
  const file = join(gamesDir, 'fc3d.json');
  const description = JSON.parse(readFileSync(file, 'utf8')) as { omitPlays?: string[] };
  writeFileSync(file, JSON.stringify({ ...description, omitPlays: [...(description.omitPlays ?? []), play?.play.code ?? ''] }));
  await server.context.publication.refresh();
  expect(server.context.publication.problems()).toEqual([]);
  await server.context.games.refresh();
  expect(gameVersion(server, 'fc3d').hash).not.toBe(version.hash);
  expect(gameVersion(server, 'fc3d').compiled.play(play?.play.code ?? '')).toBeUndefined();
  await clock.advance(Math.max(0, current.drawsAt - clock.now()) + 1_000);
  await server.stop();

  server = await startServer({ dataDir, gamesDir, clockSpeed: 1 });
  const again = server.client();
  again.token = player.token;
  const order = await waitFor('the order drawn', async () => {
    const { models } = await again.get<TicketOrderModels>('/api/order/detail', { orderId: placed.models.orderId });
    return models.status !== 'pending' && models;
  });
  expect(order.hash).toBe(version.hash);
  const { base } = server;
  const fetched = await fetch(`${base}/descriptions/game/fc3d.${order.hash}.json`);
  expect([fetched.status, fetched.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  const sold = (await fetched.json()) as Game;
  expect(sold).toEqual(version.game);
  const numbers = order.result?.numbers ?? {};
  const compiled = compileGame(sold, order.drawsAt);
  const hits = order.ticket.lines.map((line) => Object.values(lineHits(compiled, line, { numbers })).flat().length);
  expect(hits[0]).toBeGreaterThan(0);
  // The server says the same of each line that it shows: no line has the hits of another.
  const lit = order.lines.map(
    (line) => line.numbers.flatMap(({ hits: at = [], values }) => at.filter((each) => values[each] !== undefined)).length,
  );
  expect(lit).toEqual(hits);
  expect((lit[1] ?? 0) + (lit[2] ?? 0)).toBe(lit[0]);
  expect(
    order.lines.map(({ prize }) => prize),
    'what a bet of it wins, as it was sold',
  ).toEqual(['¥1,040', '¥1,040', '¥1,040']);
  // By the present version there would be none.
  const index = (await (await fetch(`${base}/descriptions/index.json`)).json()) as DescriptionIndex;
  const present = index.games.find(({ code }) => code === 'fc3d')?.hash ?? '';
  expect(present).not.toBe(order.hash);
  // Only under its own name, and only what was published.
  for (const path of [`ssq.${order.hash}`, `fc3d.${'0'.repeat(32)}`])
    expect((await fetch(`${base}/descriptions/game/${path}.json`)).status).toBe(404);
  expect((await fetch(`${base}/descriptions/screen/fc3d.${order.hash}.json`)).status).toBe(404);
});
