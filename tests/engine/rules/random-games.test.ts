/**
 * Random games of the schema freeze nothing: judging a file, its odds, and what a phone and the server ask of it (count, price, prize range,
 * settlement) cost a bounded number of steps, for one bet, half and whole boards and long slips. Steps are counted and not timed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { loadGame } from '../../../engine/descriptions/load.ts';
import { formatProblem } from '../../../engine/descriptions/problem.ts';
import {
  type CompiledGame,
  type CompiledPlay,
  compileGame,
  drawNumbers,
  type Game,
  type Line,
  prizeRange,
  priceTicket,
  settleTicket,
  type Ticket,
  validateTicket,
} from '../../../engine/rules/index.ts';
import { oddsOf } from '../../../engine/rules/odds.ts';
import { stepCounter } from '../../support/steps.ts';
import { randomGame } from './support/random-games.ts';
import { runCount, seed } from './support/runs.ts';

/** Valid games that are looked at. */
const GAMES = runCount(10);
/** Runs of blocks of code: of these an engine does some hundred millions a second. The costliest that was ever met had a third of it. */
const MOST = 1_000_000_000;
/** Settling must do for every ticket of an issue. */
const MOST_FOR_A_TICKET = 20_000_000;
const LINES = [1, 5, 50];

const counter = stepCounter();
afterAll(() => counter.stop());

const random = ((state) => (n: number) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state % n;
})(seed);

/** A line with so large a part of every area; of every other area from its end, so that places compete. */
function board(play: CompiledPlay, part: number): Line {
  const one = play.random(random);
  const picks = play.play.areas.map((area, n) => {
    const values = play.areas.get(area.id)?.values ?? [];
    const count = Math.max(1, area.min, Math.min(area.max, Math.floor(values.length * part)));
    return [area.id, area.kind === 'lines' ? (one.picks[area.id] ?? []) : n % 2 === 0 ? values.slice(0, count) : values.slice(-count)];
  });
  return { play: play.play.code, picks: Object.fromEntries(picks) };
}

/** Slips of a play: random bets, half a board and a whole one. */
const slips = (play: CompiledPlay): Line[][] => [
  ...LINES.map((count) => Array.from({ length: count }, () => play.random(random))),
  [board(play, 0.5)],
  [board(play, 1)],
];

interface Cost {
  readonly what: string;
  readonly steps: number;
}

function costsOf(compiled: CompiledGame): Cost[] {
  const costs: Cost[] = [];
  const measure = (what: string, work: () => void): void => void costs.push({ what, steps: counter.count(work) });
  measure('odds', () => void oddsOf(compiled, undefined));
  for (const play of compiled.plays) {
    for (const lines of slips(play)) {
      const ticket = { game: compiled.game.code, lines };
      let checked: ReturnType<typeof validateTicket> | undefined;
      measure(`${play.play.code} validate`, () => void (checked = validateTicket(compiled, ticket)));
      // A whole board may be more than a play takes, or no bet at all; a random bet is one.
      if (!checked?.ok) {
        expect(lines.length, JSON.stringify(checked)).toBe(1);
        continue;
      }
      const valid: Required<Ticket> = checked.value;
      const draw = drawNumbers(compiled.game, random);
      measure(`${play.play.code} price`, () => void priceTicket(compiled, valid));
      measure(`${play.play.code} range of ${lines.length}`, () => void prizeRange(compiled, valid));
      measure(`${play.play.code} settle`, () => void settleTicket(compiled, valid, draw));
    }
  }
  return costs;
}

it(
  'random games of the schema cost a bounded number of steps, and what is refused is located, with a remedy',
  () => {
    const folder = fileURLToPath(new URL('../../../test-results/', import.meta.url));
    mkdirSync(folder, { recursive: true });
    const refused = new Map<string, number>();
    let costliest: Cost = { what: '', steps: 0 };
    let valid = 0;
    let unsold = 0;
    for (let from = 0; valid < GAMES; from++) {
      for (const text of fc.sample(randomGame, { numRuns: 20, seed: seed * 1_000_003 + from })) {
        if (valid >= GAMES) break;
        // Should one never come to an end, this is it.
        writeFileSync(`${folder}random-game.json`, text);
        let loaded: ReturnType<typeof loadGame> | undefined;
        const steps = counter.count(() => void (loaded = loadGame(text, { file: 'games/kl8.json' })));
        expect(steps, text).toBeLessThan(MOST);
        if (!loaded?.ok) {
          for (const problem of loaded?.problems ?? []) {
            expect(formatProblem(problem, 'en'), text).toMatch(/^games\/kl8\.json:\d+:\d+ {2}\/\S* {2}[A-Z_]+ {2}.+; .+/);
            refused.set(problem.code, (refused.get(problem.code) ?? 0) + 1);
          }
          // About as many are refused as are sold; a rule that refuses them all would keep this looking for ever.
          unsold += 1;
          expect(unsold, `refused for ${[...refused.keys()].join(', ')}; the last one:\n${text}`).toBeLessThan(500 + 50 * GAMES);
          continue;
        }
        valid += 1;
        if (valid % 10 === 0) console.log(`${valid} of ${GAMES} random games`);
        for (const cost of costsOf(compileGame(loaded.document as unknown as Game))) {
          expect(cost.steps, `${cost.what}: ${text}`).toBeLessThan(/settle|price|validate/.test(cost.what) ? MOST_FOR_A_TICKET : MOST);
          if (cost.steps > costliest.steps) costliest = cost;
        }
      }
    }
    const reasons = [...refused].sort(([, a], [, b]) => b - a).map(([code, count]) => `${code} ${count}`);
    console.log(`${valid} random games, costliest ${costliest.what}: ${costliest.steps} steps; refused: ${reasons.join(', ')}`);
  },
  GAMES * 60_000,
);
