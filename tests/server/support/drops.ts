/** An operator's file dropped into the games of a running server, and how long it takes until a player has bet on it. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileGame, priceTicket, randomLine } from '../../../engine/rules/index.ts';
import type { DescriptionIndex, Game, GameDescription } from '../../../engine/descriptions/types.ts';
import type { Client } from './client.ts';

/** The families of the quick games in a folder: those that an operator adds games to. */
export function quickFamilies(gamesDir: string): readonly string[] {
  const games = readdirSync(gamesDir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(gamesDir, name), 'utf8')) as GameDescription);
  return [...new Set(games.flatMap(({ family, menu }) => (family !== undefined && menu.section === 'quick' ? [family] : [])))].sort();
}

/** A game of a family as an operator writes it: one issue an hour, around the clock. */
export function hourlyGame(family: string, code: string): GameDescription {
  return {
    $schema: '../schemas/game.schema.json',
    format: 2,
    kind: 'game',
    code,
    name: `新彩 ${code}`,
    family,
    prizeTable: { version: '1', date: '2026-11-01', source: '家族的奖金表' },
    schedule: {
      kind: 'interval',
      utcOffset: '+08:00',
      first: '00:30:00',
      everySeconds: 3600,
      drawsPerDay: 24,
      closeBeforeSeconds: 1,
      issue: '{yyyy}{MM}{dd}{seq:2}',
    },
    caps: { multiplier: 9999 },
    // Of families with prizes that share a pool.
    poolFen: 500_000_000,
    menu: { section: 'quick', order: 900 },
  };
}

/** Writes the file beside its place and moves it there, as an editor does. */
export function dropGameFile(gamesDir: string, game: GameDescription): void {
  const beside = join(gamesDir, `.${game.code}.${randomUUID()}.tmp`);
  writeFileSync(beside, JSON.stringify(game, null, 2));
  renameSync(beside, join(gamesDir, `${game.code}.json`));
}

async function published(base: string, code: string): Promise<{ readonly hash: string; readonly game: Game } | undefined> {
  const index = (await (await fetch(`${base}/descriptions/index.json`)).json()) as DescriptionIndex;
  const entry = index.games.find((game) => game.code === code);
  if (entry === undefined) return undefined;
  const answer = await fetch(`${base}/descriptions/game/${code}.${entry.hash}.json`);
  return { hash: entry.hash, game: (await answer.json()) as Game };
}

/**
 * Drops the game and does what a waiting phone does: looks for it, loads its description and bets, again and again until a bet is
 * accepted. Resolves the ms from the drop to the accepted bet; rejects with the last answer after `patienceMs`.
 */
export async function msUntilPlayable(player: Client, gamesDir: string, game: GameDescription, patienceMs = 60_000): Promise<number> {
  const from = performance.now();
  dropGameFile(gamesDir, game);
  let last = 'it is not published';
  while (performance.now() - from < patienceMs) {
    const found = await published(player.base, game.code);
    if (found) {
      const compiled = compileGame(found.game);
      const line = randomLine(compiled, compiled.plays[0]?.play.code ?? '', (n) => Math.floor(Math.random() * n));
      if (line === undefined) throw new Error(`${game.code} has no play`);
      const ticket = { game: game.code, lines: [line] };
      const answer = await player.bet({ ticket, hash: found.hash, amountFen: Number(priceTicket(compiled, ticket).amountFen) });
      if (answer.status === 0) return performance.now() - from;
      last = `${answer.status} ${answer.msg}`;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${game.code} of ${game.family} takes no bet ${patienceMs / 1000} s after its file: ${last}`);
}
