/** Plays on one board: the check of a description, and what holds of the described games. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadGame } from '../../../engine/descriptions/load.ts';
import { compileGame, priceTicket } from '../../../engine/rules/index.ts';
import { boardsOf, soldLine } from '../../../engine/screens/lottery/boards.ts';
import * as rules from '../../../engine/rules/board.ts';
import { readGame } from '../screens/lottery/support/games.ts';

const folder = join(import.meta.dirname, '../../../games');
const text = readFileSync(join(folder, 'ssq.json'), 'utf8');

interface Loose {
  playGroups: { plays: { areas: { max: number }[]; prizes: { fen?: number }[]; unitFen?: number }[] }[];
}

function found(change: (plays: Loose['playGroups'][number]['plays']) => void): string[] {
  const described = JSON.parse(text) as Loose;
  change(described.playGroups[0]?.plays ?? []);
  const loaded = loadGame(JSON.stringify(described), { file: 'ssq.json' });
  return loaded.ok ? [] : loaded.problems.map(({ code, pointer }) => `${code} ${pointer}`);
}

const turned = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).reverse()) as T;

describe('plays on one board', () => {
  it('differ in bounds alone, and the last one holds what the others take', () => {
    expect(found(() => {})).toEqual([]);
    expect(found(([first]) => Object.assign(first as object, { unitFen: 100 }))).toEqual(['BOARD_DIFFERS /playGroups/0/plays/0']);
    expect(found(([first]) => Object.assign(first?.prizes[2] as object, { fen: 1 }))).toEqual(['BOARD_DIFFERS /playGroups/0/plays/0']);
    const differs = ['BOARD_DIFFERS /playGroups/0/plays/0'];
    // A last one that says more than the other, and one that says the same in another order.
    expect(found((plays) => Object.assign(plays.at(-1)?.prizes[0] as object, { extraPermille: 1 }))).toEqual(differs);
    expect(found((plays) => void plays.at(-1)?.prizes.forEach((prize, at, all) => (all[at] = turned(prize))))).toEqual(differs);
    expect(found((plays) => plays.reverse())).toEqual(['BOARD_NARROW /playGroups/0/plays/0', 'BOARD_NARROW /playGroups/0/plays/0']);
  });

  const shared = readdirSync(folder).filter(
    (name) => name.endsWith('.json') && readFileSync(join(folder, name), 'utf8').includes('oneBoard'),
  );

  it('[R18] a line is sold under the first play that takes it, at the price that it has under each', async () => {
    expect(shared.length).toBeGreaterThanOrEqual(6);
    for (const name of shared) {
      const compiled = compileGame(await readGame(name.replace('.json', '')), Date.now());
      for (const board of boardsOf(compiled.game).filter(({ plays }) => plays.length > 1))
        for (const { code } of board.plays) {
          const line = compiled.play(code)?.random(() => 0);
          if (!line) throw new Error(`${name} has no ${code}`);
          const sold = soldLine(rules, compiled, board, line);
          const price = (each: typeof line) => priceTicket(compiled, { game: compiled.game.code, lines: [each] });
          expect([sold.play, price(sold)], `${name} ${code}`).toEqual([board.plays[0]?.code, price({ ...line, play: board.code })]);
        }
    }
  });
});
