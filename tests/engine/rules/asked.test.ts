/**
 * [R29] A ticket that a settlement leaves out because its key says that it has lost has lost. The test takes every play of every described game,
 * random tickets whose picks lean to the drawn numbers, and random draws. Each ticket that wins anything, also a stake that a draw gives back,
 * is in the settlement.
 */
import { describe, expect, it } from 'vitest';
import type { Ticket } from '../../../engine/descriptions/types.ts';
import { winningKeyFinders, ticketKey } from '../../../engine/rules/ticket-keys.ts';
import { compileGame, randomLine, settleTicket, validateTicket } from '../../../engine/rules/index.ts';
import { distinctGames, gameNamed, seeded } from './support/games.ts';
import { randomDraw, randomTicket } from './support/random-tickets.ts';
import { isInShard, seed, ticketCount } from './support/runs.ts';

const DRAWS = Math.ceil(ticketCount(40) / 8);
const OF_A_DRAW = 8;
/** On this day sets of numbers have other numbers than without a day. */
const AT = Date.UTC(2026, 5, 1);

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('[R29] tickets that are asked for', () => {
  for (const [index, game] of distinctGames.entries()) {
    if (!isInShard(index)) continue;
    it(`${game.code}: every ticket that wins is, of every play, and its key tells it apart`, () => {
      const random = seeded(seed + index);
      const sold = compileGame(game);
      const drawn = compileGame(game, AT);
      let winners = 0;
      for (const { play } of sold.plays)
        for (let round = 0; round < DRAWS; round++) {
          const draw = randomDraw(game, random);
          const questions = winningKeyFinders(drawn, draw);
          /** From each key that lost, up to the next one that may have won. */
          const out: (readonly [from: string, to: string])[] = [];
          const won: string[] = [];
          const contents = new Map<string, string>();
          for (let n = 0; n < OF_A_DRAW; n++) {
            // A random bet knows nothing of the draw; the others lean to it, and every other one has lines of one play alone.
            const made: Ticket | undefined =
              n === 0
                ? { game: game.code, lines: [randomLine(sold, play.code, random)].flatMap((line) => line ?? []) }
                : randomTicket(game, play, draw, random, AT);
            const ticket = n % 2 === 1 ? { ...made, lines: made.lines.filter((line) => line.play === play.code) } : made;
            const checked = validateTicket(sold, ticket);
            if (!checked.ok) continue;
            const key = ticketKey(sold, checked.value);
            if (key === undefined) continue;
            // What stands behind a key that does not tell everything must not matter.
            const text = hex(key.bytes) + (key.exact ? '' : 'ff00');
            const what = JSON.stringify(
              checked.value.lines.map(({ picks }) =>
                Object.entries(picks)
                  .filter(([, of]) => of.length > 0)
                  .map(([area, of]) => [area, [...of].sort()])
                  .sort(),
              ),
            );
            if (key.exact) expect(contents.get(text) ?? what, `${play.code}: two tickets of one key`).toBe(what);
            if (key.exact) contents.set(text, what);
            const ask = questions[key.bytes[0] as number];
            const next = ask === undefined ? null : ask(Buffer.from(text, 'hex'));
            if (settleTicket(drawn, checked.value, draw).wins.length === 0) {
              if (next !== undefined) out.push([text, next === null ? `${hex(key.bytes.slice(0, 1))}ffffff` : hex(next)]);
              if (next !== undefined && next !== null) expect(hex(next) > text, `${play.code}: it goes on`).toBe(true);
              continue;
            }
            winners += 1;
            won.push(text);
            expect({ next, ticket: JSON.stringify(checked.value), draw: JSON.stringify(draw.numbers) }).toMatchObject({ next: undefined });
          }
          for (const [from, to] of out)
            expect(
              won.filter((text) => text.slice(0, 2) === from.slice(0, 2) && text >= from && text < to),
              `${play.code}: from ${from} to ${to} is left out`,
            ).toEqual([]);
        }
      expect(winners).toBeGreaterThan(sold.plays.length);
    });
  }

  it('of a game whose bets seldom win, nearly all that lost are left out', () => {
    const game = gameNamed('jlffc');
    const random = seeded(seed);
    const compiled = compileGame(game);
    let lost = 0;
    let looked = 0;
    for (let round = 0; round < 20; round++) {
      const draw = randomDraw(game, random);
      const questions = winningKeyFinders(compiled, draw);
      for (const { play } of compiled.plays) {
        const line = randomLine(compiled, play.code, random);
        const ticket = { game: game.code, lines: line === undefined ? [] : [line] };
        const key = ticketKey(compiled, ticket);
        if (key === undefined || settleTicket(compiled, ticket, draw).wins.length > 0) continue;
        lost += 1;
        const ask = questions[key.bytes[0] as number];
        if (ask !== undefined && ask(key.bytes) === undefined) looked += 1;
      }
    }
    expect(lost).toBeGreaterThan(1_000);
    expect(looked / lost).toBeLessThan(0.02);
  });
});
