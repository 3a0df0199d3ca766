/** How soon a game is bet on after its file was dropped into a server of fifty games that takes bets all the while. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '../tests/server/support/client.ts';
import { quickFamilies, hourlyGame, msUntilPlayable } from '../tests/server/support/drops.ts';
import { registerPlayers, differentBets, runLoad } from './lib/bets.ts';
import type { Bench } from './lib/figure.ts';
import { build, root, startServer } from './lib/product.ts';
import { median } from './lib/rounds.ts';

const CLIENTS = 8;
/** Bets a second that are made ready for the load at the most. */
const EXPECTED = 3_000;
/** Seconds of load for each family's drop, with what makes the load ready: more than it should take. */
const SECONDS = 5;

const bench: Bench = {
  id: 'drops',
  title: 'a game of each family dropped as a file while bets run',
  async run(context) {
    await build(context);
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-drops-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const games = join(folder, 'games');
    cpSync(join(root, 'games'), games, { recursive: true });
    const server = await startServer(context, { CAIPU_DATA: join(folder, 'data'), CAIPU_GAMES: games });
    const families = quickFamilies(games);
    const player = await new Client(server.url).register();
    const bets = await differentBets(server.url);
    const times = new Map<string, number[]>(families.map((family) => [family, []]));
    let accepted = 0;
    const rounds = Math.min(context.rounds, 5);
    for (let round = 0; round < rounds; round++) {
      for (const family of families) {
        // New ones each time: what a player has is enough for seconds, and not for all families.
        const tokens = (await registerPlayers(server.url, CLIENTS)).map(({ token }) => token);
        let loaded = true;
        // Rejects when any of its bets was refused.
        const load = runLoad({ urls: [server.url], connections: CLIENTS, seconds: SECONDS, bets, tokens, expected: EXPECTED });
        const ended = load.finally(() => {
          loaded = false;
        });
        // Told below; until then the drop goes on.
        ended.catch(() => {});
        times.get(family)?.push(await msUntilPlayable(player, games, hourlyGame(family, `b${round}-${family}`)));
        if (!loaded) throw new Error(`the drop took longer than the ${SECONDS} s of load: what was measured was a quiet server`);
        const report = await ended;
        if (report.ranOut) throw new Error('the load ran out of bets; raise EXPECTED');
        accepted += report.accepted;
      }
      context.say(`round ${round + 1}: ${accepted} bets elsewhere by now, none refused`);
    }
    await server.stop();
    return families.map((family) => {
      const own = times.get(family) ?? [];
      return {
        id: `drops.${family}`,
        what: `a dropped game of ${family}, from its file to an accepted bet, under ${CLIENTS} players who bet on another`,
        value: median(own) / 1000,
        unit: 's',
        goal: { at: 'most', value: 5 },
        rounds: own.length,
        range: [Math.min(...own) / 1000, Math.max(...own) / 1000] as const,
        note: `${accepted} bets elsewhere in all rounds and families, 0 refused`,
      };
    });
  },
};
export default bench;
