/** Books and look-up tables of small games in the public layout of math-sdk: written, read back, and held against the description exactly. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Zstd } from '@hpcc-js/wasm-zstd';
import { decompress } from 'fzstd';
import { describe, expect, it } from 'vitest';
import type { SmallGame } from '../../engine/small/types.ts';
import { checkGameBooks, writeGameBooks } from '../../tools/games/books/command.ts';
import { booksOf } from '../../tools/games/books/game-books.ts';
import { LayoutError, readBooks, readIndex, readTable } from '../../tools/games/books/layout.ts';
import { main } from '../../tools/games/main.ts';
import { temporaryFolder } from '../server/support/server.ts';
import { runCommand } from '../support/command.ts';

const named = (code: string): SmallGame => JSON.parse(readFileSync(`games/small/${code}.json`, 'utf8')) as SmallGame;
const slot = named('slot');
const dice = named('lyb');
const NO_NAMES = new Map<string, string>();
const weights = (folder: string) => join(folder, 'lookUpTable_line_0.csv');

const made = new Map<SmallGame, string>();
/** A folder with the books of a game, which are made once. */
async function written(game: SmallGame = slot): Promise<string> {
  let source = made.get(game);
  if (source === undefined) {
    made.set(game, (source = temporaryFolder()));
    expect((await writeGameBooks(game, source, 'en')).ok).toBe(true);
  }
  const folder = temporaryFolder();
  cpSync(source, folder, { recursive: true });
  return folder;
}

describe('writing', () => {
  it('a slot machine has a book for each stop, with its visible symbols and its payout', async () => {
    const folder = await written();
    expect(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))).toEqual({
      modes: [{ name: 'line', cost: 1, events: 'books_line.jsonl.zst', weights: 'lookUpTable_line_0.csv' }],
    });
    const rows = readFileSync(weights(folder), 'utf8').trim().split('\n');
    expect(rows).toHaveLength(32 ** 3);
    // Added up here, apart from the rules of the engine: 31,130 stakes come back for 32,768.
    expect(rows.reduce((sum, row) => sum + Number(row.split(',')[2]), 0)).toBe(31_130 * 100);
    expect(rows.every((row, at) => row.startsWith(`${at + 1},1,`))).toBe(true);
    const text = new TextDecoder().decode(decompress(readFileSync(join(folder, 'books_line.jsonl.zst'))));
    const [first] = text.split('\n');
    expect(JSON.parse(first ?? '')).toEqual({
      id: 1,
      events: [
        {
          index: 0,
          type: 'reveal',
          board: [0, 1, 2].map((reel) => [0, 1, 2].map((row) => ({ name: slot.slot?.reels[reel]?.[row] }))),
          paddingPositions: [0, 0, 0],
        },
        { index: 1, type: 'winInfo', totalWin: 200, wins: [{ symbol: 'cherry', kind: 1, win: 200, positions: [{ reel: 0, row: 1 }] }] },
        { index: 2, type: 'finalWin', amount: 200 },
      ],
      payoutMultiplier: 200,
    });
  });

  it('a table of dice has a mode for each bet, weighted over 216 throws or fewer', () => {
    const { modes, unsaid } = booksOf(dice);
    expect(modes.length + unsaid.length).toBeGreaterThan(40);
    for (const { rows } of modes) expect(216n % rows.reduce((sum, { weight }) => sum + weight, 0n)).toBe(0n);
  });

  it('a bet that pays what the format cannot hold is named and left out', async () => {
    const { ok, lines } = await writeGameBooks(named('slm'), temporaryFolder(), 'en');
    expect(ok).toBe(false);
    expect(lines).toContain('gate-10 is left out: it pays 1.35 times, and the format takes 0 and multiples of 0.1');
    expect(lines.at(-1)).toBe('there is no bet to write');
  });
});

describe('checking', () => {
  it('what a game wrote is equal to it', async () => {
    expect(await checkGameBooks(slot, await written(), NO_NAMES, 'en')).toEqual({
      ok: true,
      lines: ['line = line: 32768 rounds, returns 95.0012%, equal'],
    });
    const { ok, lines } = await checkGameBooks(dice, await written(dice), NO_NAMES, 'zh');
    expect([ok, lines.every((line) => line.endsWith('完全相同'))]).toEqual([true, true]);
  });

  it('one weight more is found, with the payout and both chances', async () => {
    const folder = await written();
    const rows = readFileSync(weights(folder), 'utf8');
    writeFileSync(weights(folder), rows.replace('1,1,200\n', '1,2,200\n'));
    const { ok, lines } = await checkGameBooks(slot, folder, NO_NAMES, 'en');
    expect(ok).toBe(false);
    expect(lines[0]).toMatch(/^line = line: 32768 rounds, returns 95\.0044%, described 95\.0012%, \d+ payouts differ$/);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}×2 {2}described .+, the table has .+$/));
  });

  it('a table of optimised weights and of another cost is compared by what a stake returns', async () => {
    const folder = temporaryFolder();
    const game = { ...dice, dice: { ...dice.dice, groups: [{ name: '双', anyTriple: '30' }] } } as unknown as SmallGame;
    const [bet] = booksOf(game).modes;
    expect(bet?.rows.map(({ weight, payout }) => [weight, payout])).toEqual([
      [1n, 3_100n],
      [35n, 0n],
    ]);
    // The same distribution a thousand times as heavy, of rounds that cost two base bets.
    writeFileSync(join(folder, 'index.json'), JSON.stringify({ modes: [{ name: 'base', cost: 2, events: 'b.jsonl', weights: 'w.csv' }] }));
    writeFileSync(join(folder, 'w.csv'), '7,1000,6200\n9,35000,0\n');
    writeFileSync(join(folder, 'b.jsonl'), '{"id":7,"events":[{}],"payoutMultiplier":6200}\n{"id":9,"events":[],"payoutMultiplier":0}\n');
    expect((await checkGameBooks(game, folder, NO_NAMES, 'en')).ok).toBe(true);
  });

  it('a frame that does not say its size is read, as writers of streams make it', async () => {
    const folder = await written();
    const books = join(folder, 'books_line.jsonl.zst');
    const text = decompress(readFileSync(books));
    // RFC 8878: magic number, no size and a window of 8 MB, then raw blocks of at most 128 KB; the last one is marked.
    const parts: Uint8Array[] = [Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x68)];
    for (let at = 0; at < text.length; at += 131_072) {
      const block = text.subarray(at, at + 131_072);
      const head = (block.length << 3) | (at + block.length >= text.length ? 1 : 0);
      parts.push(Uint8Array.of(head & 255, (head >> 8) & 255, (head >> 16) & 255), block);
    }
    writeFileSync(books, Buffer.concat(parts));
    expect((await checkGameBooks(slot, folder, NO_NAMES, 'en')).ok).toBe(true);
  });

  it('a mode without a bet is named, and --mode gives it one', async () => {
    const folder = await written(dice);
    const index = join(folder, 'index.json');
    const first = readIndex(readFileSync(index, 'utf8'), 'index.json').slice(0, 1);
    writeFileSync(index, JSON.stringify({ modes: first.map((mode) => ({ ...mode, name: 'base' })) }));
    const { ok, lines } = await checkGameBooks(dice, folder, NO_NAMES, 'en');
    expect([ok, lines[0]?.split(';')[0]]).toEqual([false, 'the mode base is no bet of this game']);
    expect((await checkGameBooks(dice, folder, new Map([['base', first[0]?.name ?? '']]), 'en')).ok).toBe(true);
  });
});

describe('what is wrong in a file has its place', () => {
  const wrong = (read: () => unknown): string => {
    try {
      read();
    } catch (error) {
      if (error instanceof LayoutError) return error.en;
      throw error;
    }
    return '';
  };
  const rows = readTable('1,1,0\n2,3,20\n', 'w.csv');

  it.each([
    ['1,1,0\n2,1.5,10\n', 'w.csv:2  each line has three whole numbers: id, weight, payout'],
    ['1,1\n', 'w.csv:1  each line has three whole numbers: id, weight, payout'],
    ['1,1,0\n\n3,1,15\n', 'w.csv:3  the payout 15 is no multiple of 10'],
    ['1,18446744073709551615,0\n2,1,0\n', 'w.csv  the weights add up to more than 2^64 − 1'],
    ['1,0,0\n', 'w.csv  the weights add up to 0'],
  ])('the table %j', (text, expected) => {
    expect(wrong(() => readTable(text, 'w.csv'))).toBe(expected);
  });

  it.each([
    ['{"id":1,"events":[],"payoutMultiplier":0}\n', 'b.jsonl  it has 1 rounds, the table has 2 lines'],
    ['{"id":1,"events":[],"payoutMultiplier":10}\n', 'b.jsonl:1  does not match line 1 of the table: 1, 10; the table has 1, 0'],
    ['{"id":1,"payoutMultiplier":0}\n', 'b.jsonl:1  each line is a round: id and payoutMultiplier are whole numbers, events is a list'],
    ['{\n  "id": 1\n}\n', 'b.jsonl:1  this is not JSON; write each round on one line, and not a pretty-printed file'],
  ])('the books %j', (text, expected) => {
    expect(wrong(() => readBooks(text, 'b.jsonl', rows))).toBe(expected);
  });

  it.each([
    ['{}', 'index.json  there is no list "modes"; write {"modes": [...]}'],
    ['{"modes":[{"name":"a","cost":0}]}', 'index.json /modes/0  name, cost (above 0), events and weights are required'],
  ])('the index %j', (text, expected) => {
    expect(wrong(() => readIndex(text, 'index.json'))).toBe(expected);
  });

  it('a file that is missing, lies elsewhere or is not compressed', async () => {
    const folder = temporaryFolder();
    const said = async (mode: object) => {
      writeFileSync(join(folder, 'index.json'), JSON.stringify({ modes: [{ name: 'line', cost: 1, events: 'b.jsonl.zst', ...mode }] }));
      return (await checkGameBooks(slot, folder, NO_NAMES, 'en')).lines[0];
    };
    await mkdir(join(folder, 'other'));
    writeFileSync(join(folder, 'w.csv'), '1,1,0\n');
    writeFileSync(join(folder, 'b.jsonl.zst'), '{"id":1,"events":[],"payoutMultiplier":0}\n');
    expect(await said({ weights: 'no.csv' })).toBe('no.csv  there is no such file');
    expect(await said({ weights: '../w.csv' })).toBe('index.json  ../w.csv is no file name');
    expect(await said({ weights: 'w.csv' })).toBe('b.jsonl.zst  this is not a file compressed by zstd');
    writeFileSync(join(folder, 'b.jsonl.zst'), (await Zstd.load()).compress(new TextEncoder().encode('[]\n'), 3));
    expect(await said({ weights: 'w.csv' })).toContain('b.jsonl.zst:1  each line is a round');
  });
});

it('the command writes, checks, and asks for what is missing', async () => {
  const folder = temporaryFolder();
  const run = (...args: string[]) => runCommand(main, ['books', ...args], {});
  const { code, out } = await run('slot', '--write', folder, '--lang', 'en');
  expect([code, out]).toEqual([0, `${folder}: 1 modes, 32768 rounds\n`]);
  expect((await run('slot', '--check', folder)).code).toBe(0);
  expect((await run('slot')).code).toBe(2);
  expect((await run('slot', '--write', folder, '--check', folder)).code).toBe(2);
  expect((await run('slot', '--check', folder, '--mode', 'base')).code).toBe(2);
  expect((await run('nothere', '--check', folder)).code).toBe(1);
});
