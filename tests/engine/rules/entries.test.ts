import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGame, explain, formatLine, parseEntries, validateLine, validateTicket } from '../../../engine/rules/index.ts';
import type { CompiledPlay } from '../../../engine/rules/types.ts';
import { gameNamed } from './support/games.ts';

const toy = compileGame(gameNamed('toy'));
const play = (code: string) => toy.play(code) as CompiledPlay;
const parsed = (code: string, text: string) => {
  const { accepted, rejected } = parseEntries(play(code), text);
  return { accepted, rejected: rejected.map(({ text: piece, reason, line, column, offset }) => [piece, reason, line, column, offset]) };
};

describe('typed entries', () => {
  it('[R16] digits: anything stands between entries, and an entry of single digits is put together', () => {
    expect(parsed('TYPED', '0123 4321,1111\n2222；3333\r\n\t4444')).toEqual({
      accepted: ['0123', '4321', '1111', '2222', '3333', '4444'],
      rejected: [],
    });
    expect(parsed('TYPED', '0 1 2 3\n4,3,2,1\n1|1|1|0').accepted).toEqual(['0123', '4321', '1110']);
    expect(parsed('TYPED', '０１２３').accepted).toEqual(['0123']);
    expect(parsed('TYPED', ' \n\n ,, \n')).toEqual({ accepted: [], rejected: [] });
  });

  it('[R16] nothing is guessed: digits that fall short of whole numbers, and signs, are no entry', () => {
    const eleven = compileGame(gameNamed('syxw')).play('Q2ZHIX_DS') as CompiledPlay;
    const read = (text: string) => {
      const { accepted, rejected } = parseEntries(eleven, text);
      return [accepted, rejected.map(({ text: piece, reason }) => [piece, reason])];
    };
    expect(read('102')).toEqual([[], [['102', 'ENTRY_LENGTH']]]);
    expect(read('0102\n1 2;3-4; 5+06')).toEqual([['01 02', '03 04', '05 06'], [['1 2', 'ENTRY_TWICE']]]);
    expect(read('01 -02\n-0304\n+5 6')).toEqual([
      [],
      [
        ['01 -02', 'ENTRY_SIGN'],
        ['-0304', 'ENTRY_SIGN'],
        ['+5 6', 'ENTRY_SIGN'],
      ],
    ]);
    expect(parsed('TYPED', '-0123\n1-2-3-0')).toEqual({ accepted: ['1230'], rejected: [['-0123', 'ENTRY_SIGN', 1, 1, 0]] });
    const stored = (typed: string) => validateLine(toy, { play: 'TYPED', picks: { typed: [typed] } }).map(({ code }) => code);
    expect([stored('0123'), stored('-0123')]).toEqual([[], ['ENTRY_SIGN']]);
  });

  it('[R16] every rejected piece says where and why', () => {
    expect(parsed('TYPED', '0123\n01 2345 012a\n 0127，0123 0000')).toEqual({
      accepted: ['0123', '0000'],
      rejected: [
        ['01', 'ENTRY_LENGTH', 2, 1, 5],
        ['2345', 'ENTRY_RANGE', 2, 4, 8],
        ['012a', 'ENTRY_CHARACTER', 2, 9, 13],
        ['0127', 'ENTRY_RANGE', 3, 2, 19],
        ['0123', 'ENTRY_TWICE', 3, 7, 24],
      ],
    });
    const [wrong] = parseEntries(play('TYPED'), '01').rejected;
    expect(wrong?.message).toBe('“01”不是 4 个号码；请写成 1234 这样');
    expect(explain({ code: wrong?.reason ?? '', params: wrong?.params ?? {} }, 'en')).toBe('"01" is not 4 numbers; write it like 1234');
  });

  it('[R16] where order does not matter, entries ascend, and the same bet in another order is a repeat', () => {
    expect(parsed('TYPED_SHAPES', '3210 1023 1101 1111 2200')).toEqual({
      accepted: ['0123', '0111', '0022'],
      rejected: [
        ['1023', 'ENTRY_TWICE', 1, 6, 5],
        ['1111', 'ENTRY_SHAPE', 1, 16, 15],
      ],
    });
  });

  it('[R16] numbers of a drawn sequence are different', () => {
    const eleven = compileGame(gameNamed('syxw'));
    const typed = eleven.plays.find((p) => p.entries?.space.size === 3 && !p.entries.space.digits);
    if (typed) {
      const { accepted, rejected } = parseEntries(typed, '01 02 03\n040506 070809\n1,2,11;01 01 02\n01 02\n12 01 02');
      expect(accepted).toEqual(['01 02 03', '04 05 06', '07 08 09', '01 02 11']);
      expect(rejected.map(({ reason, line, column }) => [reason, line, column])).toEqual([
        ['ENTRY_REPEATED', 3, 8],
        ['ENTRY_LENGTH', 4, 1],
        ['ENTRY_RANGE', 5, 1],
      ]);
    }
    expect(parsed('TYPED_ORDER', '123 112 456').rejected).toEqual([['112', 'ENTRY_REPEATED', 1, 5, 4]]);
  });

  it('[R16] whatever is pasted, pieces are accepted or rejected, and what is accepted is a valid line', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('0', '1', '4', '5', ' ', '\n', ',', 'x', '；', '１'), maxLength: 60 }), (text) => {
        const { accepted, rejected } = parseEntries(play('TYPED'), text);
        for (const one of rejected) {
          expect(text.slice(one.offset, one.offset + one.text.length)).toBe(one.text);
          expect(
            text
              .split('\n')
              [one.line - 1]?.slice(one.column - 1)
              .startsWith(one.text.split('\n')[0] as string),
          ).toBe(true);
          expect(one.message).not.toMatch(/[{}]|undefined/);
        }
        if (accepted.length > 0) expect(validateLine(toy, { play: 'TYPED', picks: { typed: accepted } })).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('[R6][R16] in a ticket a wrong entry is located, a repeated one counts once', () => {
    const errors = (typed: unknown) => validateLine(toy, { play: 'TYPED', picks: { typed } }).map((e) => [e.code, e.pointer]);
    expect(errors(['0123', '012', 'abcd', '0129', 7])).toEqual([
      ['ENTRY_LENGTH', '/picks/typed/1'],
      ['ENTRY_CHARACTER', '/picks/typed/2'],
      ['ENTRY_RANGE', '/picks/typed/3'],
      ['TYPE', '/picks/typed/4'],
    ]);
    expect(errors([])).toEqual([['TOO_FEW', '/picks/typed']]);
    expect(errors(new Array(61).fill('0123'))).toEqual([['TOO_MANY', '/picks/typed']]);
    const line = { play: 'TYPED', picks: { typed: ['0123', '0 1 2 3', '４３２１'] } };
    expect(play('TYPED').count(line)).toBe(2n);
    const checked = validateTicket(toy, { game: 'toy', lines: [line] });
    expect(checked.ok && checked.value.lines[0]?.picks).toEqual({ typed: ['0123', '4321'] });
    // The rules write a single bet of a play of sums as an entry; a ticket may not hold this form.
    expect(validateLine(toy, { play: 'SUM_GROUP', picks: { sum: ['0001'] } }).map((e) => e.code)).toEqual(['TYPE']);
  });

  it('[R16] a play without typed entries reads none', () => {
    expect(() => parseEntries(play('SUM_GROUP'), '1')).toThrow(RangeError);
  });

  it('[R12] entries are written in a row, a pasted file is not written out', () => {
    const typed = Array.from({ length: 25 }, (_, i) => String(i + 1000).slice(-4));
    expect(formatLine(play('TYPED').play, { play: 'TYPED', picks: { typed: typed.slice(0, 3) } })).toBe('1000 1001 1002');
    expect(formatLine(play('TYPED').play, { play: 'TYPED', picks: { typed } })).toMatch(/^1000 .* 1019 … 共 25 个$/);
    expect(formatLine(play('TYPED_ANYWHERE').play, { play: 'TYPED_ANYWHERE', picks: { where: ['d', 'a'], typed: ['12'] } })).toBe(
      'where a d | typed 12',
    );
  });
});
