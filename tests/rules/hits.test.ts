import { describe, expect, it } from 'vitest';
import type { Line } from '../../engine/descriptions/types.ts';
import { hitNumbers } from '../../engine/rules/hits.ts';
import { compileGame } from '../../engine/rules/index.ts';
import { game } from '../game-ui/support/games.ts';

const of = async (code: string) => compileGame(await game(code));

describe('numbers of a draw that a player has', () => {
  it('combination: picks and bankers, by zone', async () => {
    const ssq = await of('ssq');
    const draw = { numbers: { red: [1, 2, 3, 4, 5, 6], blue: [9] } };
    expect(hitNumbers(ssq, [{ play: 'DT', picks: { red: [2, 30, 31, 32, 33], blue: [9, 10] }, bankers: { red: [5] } }], draw)).toEqual({
      red: [2, 5],
      blue: [9],
    });
    expect(hitNumbers(ssq, [{ play: 'DS', picks: { red: [11, 12, 13, 14, 15, 16], blue: [1] } }], draw)).toEqual({});
  });

  it('direct: by place; the same number elsewhere is not a hit', async () => {
    const line = { play: 'Q3_ZX', picks: { wan: [7], qian: [8], bai: [1, 2] } };
    expect(hitNumbers(await of('jlffc'), [line], { numbers: { digits: [7, 7, 2, 8, 1] } })).toEqual({ digits: [7, -1, 2, -1, -1] });
  });

  it('group: any of the numbers within the places that count', async () => {
    const line = { play: '5X_ZU60', picks: { double: [4], single: [1, 2, 3] } };
    expect(hitNumbers(await of('jlffc'), [line], { numbers: { digits: [4, 9, 1, 4, 8] } })).toEqual({ digits: [4, -1, 1, 4, -1] });
  });

  it('options: what a won condition looks at, and nothing of a lost one', async () => {
    const jlffc = await of('jlffc');
    const draw = { numbers: { digits: [7, 0, 2, 8, 1] } };
    expect(hitNumbers(jlffc, [{ play: 'DWD', picks: { wan: [7], ge: [2] } }], draw)).toEqual({ digits: [7, -1, -1, -1, -1] });
    const jsks = await of('jsks');
    expect(hitNumbers(jsks, [{ play: 'HZ', picks: { sum: [9] } }], { numbers: { dice: [2, 3, 4] } })).toEqual({ dice: [2, 3, 4] });
    expect(hitNumbers(jsks, [{ play: 'HZ', picks: { sum: [10] } }], { numbers: { dice: [2, 3, 4] } })).toEqual({});
    // Of a count, the numbers that are counted.
    expect(hitNumbers(jsks, [{ play: 'ETH_FX', picks: { face: [5] } }], { numbers: { dice: [5, 1, 5] } })).toEqual({ dice: [5, -1, 5] });
  });

  it('several lines light up together; a line of a play that is gone does not', async () => {
    const lines: Line[] = [
      { play: 'DWD', picks: { wan: [7] } },
      { play: 'DWD', picks: { ge: [1] } },
      { play: 'GONE', picks: { qian: [0] } },
    ];
    expect(hitNumbers(await of('jlffc'), lines, { numbers: { digits: [7, 0, 2, 8, 1] } })).toEqual({ digits: [7, -1, -1, -1, 1] });
  });
});
