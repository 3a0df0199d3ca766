/** Limits (限额) in a description: what they take of a ticket, and every wrong one told with its place and a remedy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadGame } from '../../../engine/descriptions/load.ts';
import { resolveGame } from '../../../engine/descriptions/resolve.ts';
import { limitUsages } from '../../../engine/rules/index.ts';
import { familyOf } from '../../support/families.ts';

const families = new Map([['lhc-credit', familyOf('lhc-credit')]]);
const BASE = JSON.parse(readFileSync(join(import.meta.dirname, '../../../games/qwlhc.json'), 'utf8')) as object;
const load = (limits: unknown) => loadGame(JSON.stringify({ ...BASE, limits }, null, 1), { file: 'qwlhc.json', families });
const found = (limits: unknown) => {
  const loaded = load(limits);
  return loaded.ok ? [] : loaded.problems.map(({ code, pointer }) => `${code} ${pointer}`);
};

it.each([
  [{ stakeFen: 10_000, plays: [{ play: 'TM', stakeFen: 5_000, selection: { stakeFen: 2_000, exposureFen: 2_000_000 } }] }, []],
  [{ plays: [{ play: 'TN', stakeFen: 5_000 }] }, ['LIMIT_PLAY /limits/plays/0/play']],
  [{ stakeFen: 1 }, ['LIMIT_SMALL /limits/stakeFen']],
  [{ stakeFen: -5 }, ['SHAPE_RANGE /limits/stakeFen']],
  [{ stakeFen: 10_000, plays: [{ play: 'TM', stakeFen: 20_000 }] }, ['LIMIT_ORDER /limits/plays/0/stakeFen']],
  [{ plays: [{ play: 'TM', stakeFen: 5_000, selection: { stakeFen: 6_000 } }] }, ['LIMIT_ORDER /limits/plays/0/selection/stakeFen']],
  [{ plays: [{ play: 'TM', selection: { exposureFen: 300 } }] }, ['LIMIT_SMALL /limits/plays/0/selection/exposureFen']],
  [
    {
      plays: [
        {
          play: 'TM',
          selections: [
            { values: [8, 50], stakeFen: 2_000 },
            { values: [8], stakeFen: 2_000 },
          ],
        },
      ],
    },
    ['OPTION_UNKNOWN /limits/plays/0/selections/0/values/1', 'DUPLICATE /limits/plays/0/selections/1/values/0'],
  ],
  [
    {
      plays: [
        { play: 'TM', stakeFen: 5_000 },
        { play: 'TM', stakeFen: 5_000 },
      ],
    },
    ['DUPLICATE /limits/plays/1/play'],
  ],
])('%j has these problems', (limits, problems) => {
  expect(found(limits)).toEqual(problems);
});

it('a ticket takes of the issue, the play and each bet once, however its lines say it, and a number of its own limits takes of those', () => {
  const loaded = load({
    stakeFen: 100_000,
    plays: [{ play: 'TM', stakeFen: 50_000, selection: { stakeFen: 2_000 }, selections: [{ values: [8], exposureFen: 5_000_000 }] }],
  });
  if (!loaded.ok) throw new Error('the limits are sound');
  const game = resolveGame(loaded.document, families.get('lhc-credit'));
  const [area = ''] =
    game.playGroups
      .flatMap(({ plays }) => plays)
      .find(({ code }) => code === 'TM')
      ?.areas.map(({ id }) => id) ?? [];
  const takes = limitUsages(game, {
    lines: [
      { play: 'TM', picks: { [area]: [7, 8] } },
      { play: 'TM', picks: { [area]: [7] } },
    ],
  });
  const unit = game.unitFen;
  expect(takes.map(({ key, own, fen, name }) => [key, own, fen, name])).toEqual([
    ['', true, 3 * unit, ''],
    ['TM', true, 3 * unit, '特码'],
    ['TM 7', true, 2 * unit, '特码 07'],
    ['TM 8', false, takes.find(({ own }) => !own)?.each, '特码 08'],
  ]);
  expect(limitUsages({ ...game, limits: undefined } as never, { lines: [] })).toEqual([]);
});
