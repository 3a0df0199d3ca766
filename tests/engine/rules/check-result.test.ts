/** The check of match results: for each rule a possible and an impossible result. */
import { describe, expect, it } from 'vitest';
import { RULE_MESSAGES } from '../../../engine/rules/index.ts';
import { Report } from '../../../engine/rules/report.ts';
import { type EndedMatch, checkResult } from '../../../engine/rules/sports/index.ts';

const FOOTBALL: EndedMatch['known'] = [
  { code: 'full', name: '全场', counted: 'goals' },
  { code: 'half', name: '半场', counted: 'goals', within: 'full' },
];
const BASKETBALL: EndedMatch['known'] = [{ code: 'full', name: '全场', counted: 'points', noTie: true }];
const goal = (side: 'home' | 'away', minute: string) => ({ side, minute });
const MINUTE = 60_000;
const times = (minutes: number, minuteMs = MINUTE) => ({ startsAt: 0, at: minutes * minuteMs, minuteMs });

function faults(match: Partial<EndedMatch>): string[] {
  const report = new Report({ language: 'en' });
  checkResult(report, { measures: {}, known: FOOTBALL, main: 'full', ...match });
  return report.errors.map(({ code, pointer }) => `${code} ${pointer}`);
}
const scored = (measures: EndedMatch['measures'], more: Partial<EndedMatch> = {}) => faults({ measures, ...more });

/** Code and place of a fault, an impossible result with this fault, and a similar possible one. */
const RULES: readonly (readonly [fault: string, wrong: Partial<EndedMatch>, right: Partial<EndedMatch>])[] = [
  ['RESULT_MEASURE /measures/full', { measures: { full: [1, -1] } }, { measures: { full: [1, 0] } }],
  ['RESULT_MEASURE /measures/half', { measures: { full: [1, 0], half: '1:0' } }, { measures: { full: [1, 0], half: [1, 0] } }],
  ['RESULT_MEASURE /measures/penalties', { measures: { full: [0, 0], penalties: [4] } }, { measures: { full: [0, 0], penalties: [4, 3] } }],
  [
    'RESULT_MEASURE /measures',
    { measures: { full: [1, 0] }, needed: new Set(['half']) },
    { measures: { full: [1, 0], half: [0, 0] }, needed: new Set(['half']) },
  ],
  ['RESULT_WITHIN /measures/half', { measures: { full: [0, 1], half: [1, 0] } }, { measures: { full: [0, 1], half: [0, 1] } }],
  ['RESULT_TIE /measures/full', { known: BASKETBALL, measures: { full: [90, 90] } }, { known: BASKETBALL, measures: { full: [90, 91] } }],
  ['RESULT_NO_SCORE /measures', { measures: { half: [0, 0] } }, { measures: { full: [0, 0], half: [0, 0] } }],
  [
    'RESULT_NO_SCORE /measures',
    { measures: { extra: [1, 1], penalties: [2, 4] } },
    { measures: { full: [1, 1], extra: [1, 1], penalties: [2, 4] } },
  ],
  ['RESULT_EXTRA_BELOW /measures/extra', { measures: { full: [1, 1], extra: [2, 0] } }, { measures: { full: [1, 1], extra: [2, 1] } }],
  ['RESULT_EXTRA_DECIDED /measures/extra', { measures: { full: [2, 1], extra: [3, 1] } }, { measures: { full: [2, 2], extra: [3, 2] } }],
  [
    'RESULT_EXTRA_DECIDED /measures/extra',
    { measures: { full: [2, 1], extra: [3, 1] }, firstLeg: [1, 1] },
    { measures: { full: [2, 1], extra: [3, 1] }, firstLeg: [0, 1] },
  ],
  [
    'RESULT_PENALTIES_LEVEL /measures/penalties',
    { measures: { full: [1, 1], penalties: [4, 4] } },
    { measures: { full: [1, 1], penalties: [4, 5] } },
  ],
  [
    'RESULT_PENALTIES_DECIDED /measures/penalties',
    { measures: { full: [2, 1], penalties: [4, 3] } },
    { measures: { full: [2, 2], penalties: [4, 3] } },
  ],
  [
    'RESULT_PENALTIES_DECIDED /measures/penalties',
    { measures: { full: [1, 1], extra: [2, 1], penalties: [4, 3] } },
    { measures: { full: [1, 1], extra: [2, 2], penalties: [4, 3] } },
  ],
  [
    'RESULT_PENALTIES_DECIDED /measures/penalties',
    { measures: { full: [1, 0], penalties: [4, 3] }, firstLeg: [1, 0] },
    { measures: { full: [1, 0], penalties: [4, 3] }, firstLeg: [0, 1] },
  ],
  [
    'RESULT_GOALS /measures/half',
    { measures: { full: [1, 1], half: [1, 1] }, goals: [goal('home', '45+2'), goal('away', '46')] },
    { measures: { full: [1, 1], half: [1, 0] }, goals: [goal('home', '45+2'), goal('away', '46')] },
  ],
  [
    'RESULT_GOALS /measures/full',
    { measures: { full: [2, 0] }, goals: [goal('home', '9')] },
    { measures: { full: [1, 0] }, goals: [goal('home', '9')] },
  ],
  [
    'RESULT_GOALS /measures/full',
    { measures: { full: [1, 0] }, goals: [goal('home', '97')] },
    { measures: { full: [1, 0] }, goals: [goal('home', '90+7')] },
  ],
  [
    'RESULT_GOALS /measures/extra',
    { measures: { full: [1, 1], extra: [2, 1] }, goals: [goal('home', '9'), goal('away', '20')] },
    { measures: { full: [1, 1], extra: [2, 1] }, goals: [goal('home', '9'), goal('away', '20'), goal('home', '91')] },
  ],
  ['RESULT_EARLY /startsAt', { measures: { full: [1, 0] }, times: times(-1) }, { measures: { full: [1, 0] }, times: times(90) }],
  ['RESULT_EARLY /startsAt', { measures: { full: [1, 0] }, times: times(89) }, { measures: { full: [1, 0] }, times: times(90, 2_000) }],
  [
    'RESULT_EARLY /startsAt',
    { known: BASKETBALL, measures: { full: [90, 91] }, times: times(39) },
    { known: BASKETBALL, measures: { full: [90, 91] }, times: times(40) },
  ],
  [
    'RESULT_STATUS /status',
    { measures: { full: [3, 0] }, status: { word: 'walkover', known: ['awarded'] } },
    { measures: { full: [3, 0] }, status: { word: 'awarded', known: ['awarded'] } },
  ],
];

describe('of each rule one result cannot be, and the one beside it can', () => {
  it.each(RULES)('%s', (fault, wrong, right) => {
    expect(faults(wrong)).toEqual([fault]);
    expect(faults(right)).toEqual([]);
  });
  it('there is a case for every code of a result', () => {
    const tried = new Set(RULES.map(([fault]) => fault.split(' ')[0]));
    // Of a ticket's results alone: tests/engine/rules/sports.test.ts.
    const others = ['RESULT_MISSING', 'RESULT_ODDS'];
    expect(Object.keys(RULE_MESSAGES).filter((code) => code.startsWith('RESULT_') && !tried.has(code) && !others.includes(code))).toEqual(
      [],
    );
  });
});

it('what is not known is not judged', () => {
  expect(scored({ full: [2, 1] })).toEqual([]);
  expect(scored({ full: [2, 1], half: [1, 0] }, { goals: [] })).toEqual([]);
  // A game that does not measure the score: what was played beside it is not its business.
  expect(faults({ main: undefined, known: [{ code: 'corners', name: '角球', counted: 'goals' }], measures: { corners: [4, 5] } })).toEqual(
    [],
  );
});
