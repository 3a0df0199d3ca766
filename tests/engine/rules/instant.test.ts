/** Sets of numbers that change with the day: the command line judges by the instant that it is given, and by now when it is given none. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileGame } from '../../../engine/rules/index.ts';
import { ticketLinesOf } from '../../../server/lottery/orders/ticket-kind.ts';
import { readInstant, settle } from '../../../tools/games/commands.ts';
import { duplicateKey } from '../../../tools/games/json.ts';
import { GameLibrary } from '../../../tools/games/library.ts';
import { gameNamed } from './support/games.ts';

const folder = join(import.meta.dirname, '../../../games');
const OLD = '2027-02-05T21:30:00+08:00';
const NEW = '2027-02-06T21:30:00+08:00';
/** 特肖 鼠: 07 until the lunar year turns on 2027-02-06, 08 from then on. */
const line = (te: number, at?: unknown) => ({
  ticket: { game: 'qwlhc', lines: [{ play: 'TX', picks: { animal: ['rat'] } }] },
  draw: { numbers: { balls: [1, 2, 3, 4, 5, 6, te] } },
  ...(at === undefined ? {} : { at }),
});

it('a line of settle has its own instant, or that of the command; without either it is now', async () => {
  const wins = async (library: GameLibrary, te: number, at?: string) => {
    const answer = await settle(line(te, at), library, 'zh');
    expect(answer).toMatchObject({ ok: true });
    return (answer as unknown as { wins: unknown[] }).wins.length;
  };
  const old = await GameLibrary.open(folder, 'zh', readInstant(OLD));
  expect([await wins(old, 7), await wins(old, 8)]).toEqual([1, 0]);
  expect([await wins(old, 7, NEW), await wins(old, 8, NEW)]).toEqual([0, 1]);
  const now = await GameLibrary.open(folder, 'zh');
  const today = new Date().toISOString();
  expect([await wins(now, 7), await wins(now, 8)]).toEqual([await wins(old, 7, today), await wins(old, 8, today)]);
});

it('what is no instant, a number in words, and a property written twice are refused at their place', async () => {
  const library = await GameLibrary.open(folder, 'zh');
  const refused = async (input: unknown) =>
    (await settle(input, library, 'zh')) as unknown as { errors: { code: string; pointer: string }[] };
  for (const at of ['2027-02-06', 5, 'tomorrow'])
    expect((await refused(line(7, at))).errors[0]).toMatchObject({ code: 'INSTANT', pointer: '/at' });
  const words = { ...line(7), draw: { numbers: { balls: [1, 2, 3, 4, 5, 6, '7'] } } };
  expect((await refused(words)).errors).toMatchObject([{ code: 'TYPE', pointer: '/draw/numbers/balls/6' }]);
  expect(duplicateKey('{"a":{"b":1},"c":[{"b":1},{"b":2}]}')).toBeUndefined();
  expect(duplicateKey('{"a":1,"c":[{"b":1},{"b":2,"x":0,"b":3}]}')).toEqual({ name: 'b', pointer: '/c/1/b' });
});

it('an order says what its bets win on the day of the draw: the animal of the year is another one a day later', () => {
  const game = gameNamed('qwlhc');
  const version = { hash: 'h', game, compiled: compileGame(game) };
  const prizes = (at: string) =>
    ['horse', 'goat'].map((animal) => {
      const ticket = { game: 'qwlhc', lines: [{ play: 'YX', picks: { animal: [animal] } }] };
      return ticketLinesOf(ticket as never, [], version, Date.parse(at))[0]?.prize;
    });
  const [ofTheYear, other] = prizes(OLD);
  expect(ofTheYear).not.toBe(other);
  expect(prizes(NEW)).toEqual([other, ofTheYear]);
});
