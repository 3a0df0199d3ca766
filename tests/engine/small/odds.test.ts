/** The printed odds of small games are those of enumeration, and a file that returns too little or too much is refused where it stands. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadDocument } from '../../../engine/descriptions/load.ts';
import { compareFractions, fraction } from '../../../engine/rules/math.ts';
import { smallOdds, thousandthsOf } from '../../../engine/small/bets.ts';
import { allThrows } from '../../../engine/small/dice.ts';
import { dealChance, dealPosts, gateResult, gateWidth, rankOf, thirdCard } from '../../../engine/small/gate.ts';
import { createHmac } from 'node:crypto';
import { betFault, gatePays, largestLoss, outcomeOf, postsOf, settleSmall } from '../../../engine/small/play.ts';
import { SMALL_CODES } from '../../../engine/small/codes.ts';
import { skipPolicies } from '../../../engine/small/semantics.ts';
import { lineOf, payOf, spinReels, windowOf } from '../../../engine/small/slot.ts';
import type { SmallGame } from '../../../engine/small/types.ts';
import { resultText } from '../../../engine/small/words.ts';
import { writeSmallOdds } from '../../../tools/games/small.ts';
import { drawCount } from '../rules/support/runs.ts';
import { tablesOfCodes } from '../../support/guides.ts';
import { simulateSmall } from './support/simulate.ts';

const text = (code: string) => readFileSync(new URL(`../../../games/small/${code}.json`, import.meta.url), 'utf8');
const game = (code: string) => JSON.parse(text(code)) as SmallGame;
const returns = (of: SmallGame, code: string) => {
  const { numerator, denominator } = smallOdds(of).find((each) => each.code === code)?.returns ?? fraction(0n, 1n);
  return `${numerator}/${denominator}`;
};
/** The fault of a game when the value at a pointer is another one. */
const problems = (code: string, ...edits: readonly (readonly [pointer: string, value: unknown])[]) => {
  const document = JSON.parse(text(code)) as Record<string, unknown>;
  for (const [pointer, value] of edits) {
    const names = pointer.split('/').slice(1);
    const last = names.pop() as string;
    const at = names.reduce((of, name) => of[name] as Record<string, unknown>, document);
    at[last] = value;
  }
  const loaded = loadDocument(JSON.stringify(document, null, 2), { file: `${code}.json` });
  return loaded.ok ? [] : loaded.problems.map(({ code: what, pointer, line }) => `${what} ${pointer} ${line > 1}`);
};
const dice = (group: object): SmallGame =>
  ({ ...game('lyb'), dice: { ...game('lyb').dice, groups: [{ name: '表', ...group }] } }) as SmallGame;

describe('a slot machine', () => {
  const slot = game('slot');
  it('returns 31130/32768, counted over symbols and over every stop', () => {
    expect(returns(slot, 'line')).toBe('15565/16384');
    expect(writeSmallOdds(slot, 'en').join('\n')).toContain('returns 31130/32768 = 95.0012%');
    const rules = slot.slot as NonNullable<SmallGame['slot']>;
    const counts = rules.pays.map(() => 0);
    for (let a = 0; a < 32; a += 1)
      for (let b = 0; b < 32; b += 1)
        for (let c = 0; c < 32; c += 1) {
          const pay = payOf(rules, lineOf(windowOf(rules, [a, b, c]), rules.lines[3] ?? []));
          if (pay !== undefined) counts[pay] = (counts[pay] ?? 0) + 1;
        }
    expect(counts).toEqual([1, 8, 36, 80, 180, 294, 60, 580, 4480]);
  });

  it('is refused where it returns too much or too little, or names what there is not', () => {
    expect(problems('slot')).toEqual([]);
    expect(problems('slot', ['/slot/pays/8/times', '3'])).toEqual(['SMALL_RETURN /slot/pays true']);
    expect(problems('slot', ['/slot/pays/8/times', '0'])).toEqual(['SMALL_RETURN /slot/pays true']);
    expect(problems('slot', ['/slot/reels/1/4', 'cherries'])).toEqual(['SMALL_SYMBOL /slot/reels/1/4 true']);
    expect(problems('slot', ['/slot/pays/4/times', '18.05'])).toEqual(['SMALL_FEN /slot/pays/4/times true']);
    expect(problems('slot', ['/slot/lineChoices/2', 7])).toEqual(['SMALL_LINE /slot/lineChoices/2 true']);
    expect(problems('slot', ['/limits/quickFen/1', 55])).toEqual(['SMALL_LIMITS /limits/quickFen/1 true']);
    expect(problems('slot', ['/dice', game('lyb').dice])).toEqual(['SMALL_SORT  false']);
  });
});

describe('a gate', () => {
  const gate = game('slm');
  const rules = gate.gate as NonNullable<SmallGame['gate']>;
  it('has the chances of a deck that is gone through card by card', () => {
    const widths = new Map<number, number>();
    const ends = new Map<string, number>();
    for (let a = 0; a < 52; a += 1)
      for (let b = a + 1; b < 52; b += 1) {
        const width = gateWidth([a, b]);
        widths.set(width, (widths.get(width) ?? 0) + 1);
        if (width !== 3 || ends.get('of') === a * 52 + b) continue;
        for (let card = 0; card < 52; card += 1)
          if (card !== a && card !== b) ends.set(gateResult([a, b], card), (ends.get(gateResult([a, b], card)) ?? 0) + 1);
      }
    for (const [width, count] of widths) expect(dealChance(width)).toEqual(fraction(BigInt(count), 1326n));
    const all = [...ends.values()].reduce((sum, each) => sum + each, 0);
    expect([...['between', 'post', 'outside'].map((end) => ((ends.get(end) ?? 0) / all) * 50)]).toEqual([12, 6, 32]);
    expect(rules.odds.map(({ width }) => returns(gate, `gate-${width}`))).toEqual([
      ...Array(6).fill('24/25'),
      '597/625',
      '597/625',
      '24/25',
      '24/25',
      '596/625',
    ]);
  });

  it('loses with every one of the 2,048 ways of skipping but that of skipping all', () => {
    const policies = [...skipPolicies(gate)];
    expect(policies).toHaveLength(2048);
    expect(policies.filter(({ gain }) => compareFractions(gain, fraction(0n, 1n)) >= 0).map(({ widths }) => widths)).toEqual([[]]);
  });

  it('is refused at even money, which skipping beats', () => {
    const found = problems('slm', ...[7, 8, 9, 10].map((i) => [`/gate/odds/${i}/pays`, '1'] as const));
    expect(found).toContain('SMALL_POLICY /gate/odds true');
    expect(found.filter((each) => each.startsWith('SMALL_RETURN'))).toEqual(
      [7, 8, 9, 10].map((i) => `SMALL_RETURN /gate/odds/${i}/pays true`),
    );
  });

  it('deals only what it pays, and a third card that is none of the posts', () => {
    let x = 7;
    const uniform = (n: number) => (x = (x * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
    for (let i = 0; i < 2_000; i += 1) {
      const posts = dealPosts(uniform, (width) => width >= 5);
      expect(gateWidth(posts)).toBeGreaterThanOrEqual(5);
      expect(posts).not.toContain(thirdCard(posts, uniform));
    }
    const seen = new Set(Array.from({ length: 50 }, (_, i) => thirdCard([3, 40], () => i)));
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 52 }, (_, i) => i).filter((i) => i !== 3 && i !== 40));
    expect([0, 3, 4, 51].map(rankOf)).toEqual([1, 1, 2, 13]);
  });

  describe('that deals pairs', () => {
    const PAYS = ['11.5', '5.25', '3.166', '2.125', '1.5', '1.083', '0.785', '0.562', '0.388', '0.25', '0.136', '0.041'];
    const pairs = PAYS.map((pays, i) => ({ ranks: i + 1, pays }));
    const paired = { ...gate, gate: { ...rules, pairs } } as SmallGame;

    it('returns 96 % on either side of every rank, counted card by card', () => {
      expect(problems('slm', ['/gate/pairs', pairs])).toEqual([]);
      for (let rank = 1; rank <= 13; rank += 1)
        for (const [code, ranks] of [
          ['high', 13 - rank],
          ['low', rank - 1],
        ] as const) {
          const posts = [(rank - 1) * 4, (rank - 1) * 4 + 3];
          if (ranks === 0) {
            expect(gatePays(paired.gate, posts, code)).toBeUndefined();
            continue;
          }
          let back = 0;
          for (let card = 0; card < 52; card += 1) {
            if (posts.includes(card)) continue;
            const { prizeFen, costFen } = settleSmall(paired, { posts, card }, [{ code, fen: 100_000 }]);
            back += prizeFen - (costFen - 100_000);
          }
          expect(fraction(BigInt(back), 50n * 100_000n)).toEqual(smallOdds(paired).find((each) => each.code === `pair-${ranks}`)?.returns);
          expect(Math.abs(back / 5_000_000 - 0.96)).toBeLessThan(0.001);
        }
    });

    it('deals them as often as a deck does, and takes no other bet on them', () => {
      let x = 7;
      const uniform = (n: number) => (x = (x * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
      const hands = Array.from({ length: 5_000 }, () => dealPosts(uniform, () => true));
      const share = hands.filter((posts) => gateWidth(posts) < 0).length / hands.length;
      // 78 pairs among 1,326 less the 192 neighbours.
      expect(Math.abs(share - 78 / 1_134)).toBeLessThan(0.015);
      expect(gatePays(paired.gate, [8, 9], 'shoot')).toBeUndefined();
      expect(gatePays(paired.gate, [8, 32], 'high')).toBeUndefined();
      expect(gatePays(gate.gate, [8, 9], 'high')).toBeUndefined();
      expect(betFault(paired, [{ code: 'high', fen: 1_000 }])).toBeUndefined();
      expect(betFault(gate, [{ code: 'high', fen: 1_000 }])?.why).toBe('unknown');
      expect(settleSmall(paired, { posts: [8, 9], card: 10 }, [{ code: 'high', fen: 1_000 }])).toMatchObject({
        gate: 'post',
        costFen: 2_000,
      });
      expect(resultText(paired, { posts: [8, 9], card: 51 })).toBe('♠3 ♥3 → ♦K 大');
    });

    it('lies within four standard deviations of the printed return', () => {
      for (const { name, off } of simulateSmall(paired, 50_000, 'pairs'))
        expect({ name, near: Math.abs(off) < 4 }).toEqual({ name, near: true });
    });

    it('is refused where a side returns too much, or a number of ranks is missing', () => {
      expect(problems('slm', ['/gate/pairs', pairs.with(0, { ranks: 1, pays: '13' })])).toEqual(['SMALL_RETURN /gate/pairs/0/pays true']);
      expect(problems('slm', ['/gate/pairs', pairs.with(0, { ranks: 2, pays: '5.25' })])).toEqual([
        expect.stringContaining('/gate/pairs/1/ranks'),
      ]);
    });
  });

  it('takes twice the stake at a post and pays the gain between', () => {
    // 3 and 9 (width 5 pays 1.7); 6, 3, king.
    const bets = [{ code: 'shoot', fen: 10_000 }];
    const end = (card: number) => settleSmall(gate, { posts: [8, 32], card }, bets);
    expect(end(20)).toMatchObject({ gate: 'between', costFen: 10_000, prizeFen: 27_000 });
    expect(end(9)).toMatchObject({ gate: 'post', costFen: 20_000, prizeFen: 0 });
    expect(end(48)).toMatchObject({ gate: 'outside', costFen: 10_000, prizeFen: 0 });
  });
});

describe('a table of dice', () => {
  it.each([
    [{ face: ['1', '2', '3'] }, 'face-1', '199/216'],
    [{ face: ['1', '2', '10'] }, 'face-1', '103/108'],
    [{ face: ['1', '2', '12'] }, 'face-1', '26/27'],
    [{ pair: '5' }, 'pair-1-2', '5/6'],
    [{ pair: '6' }, 'pair-1-2', '35/36'],
    [{ double: '8' }, 'double-3', '2/3'],
    [{ double: '11' }, 'double-3', '8/9'],
    [{ triple: '150' }, 'triple-3', '151/216'],
    [{ triple: '180' }, 'triple-3', '181/216'],
    [{ anyTriple: '31' }, 'any-triple', '8/9'],
    [{ three: '30' }, 'three-1-2-3', '31/36'],
    [{ total: { 4: '50' } }, 'total-4', '17/24'],
    [{ total: { 4: '62' } }, 'total-4', '7/8'],
    [{ total: { 9: '7' } }, 'total-9', '25/27'],
    [{ range: [{ code: 'big', name: '大', from: 11, to: 17, pays: '1' }] }, 'big', '35/36'],
    [{ range: [{ code: 'odd', name: '单', parity: 'odd', pays: '1' }] }, 'odd', '35/36'],
  ])('%j returns as the table of the field says', (group, code, back) => {
    expect(returns(dice(group), code)).toBe(back);
  });

  it('pays over all throws what its odds say', () => {
    const lyb = game('lyb');
    for (const { code, returns: back } of smallOdds(lyb)) {
      let prize = 0n;
      for (const each of allThrows()) prize += BigInt(settleSmall(lyb, { dice: each }, [{ code, fen: 100 }]).prizeFen);
      expect(fraction(prize, 21_600n)).toEqual(back);
    }
    expect(thousandthsOf('2.375')).toBe(2375n);
  });

  it.each(['lyb', 'lyb30'])('%s offers no bet that returns less than 88 %', (code) => {
    const least = smallOdds(game(code)).filter(({ returns: back }) => compareFractions(back, fraction(88n, 100n)) < 0);
    expect(least.map(({ code: bet }) => bet)).toEqual([]);
  });

  it('is refused bet by bet', () => {
    expect(problems('lyb', ['/dice/groups/5/total/4', '80'])).toEqual(['SMALL_RETURN /dice/groups/5/total/4 true']);
    expect(problems('lyb', ['/dice/groups/0/face/0', '0.2'])).toEqual(['SMALL_RETURN /dice/groups/0/face true']);
  });
});

// A throw decides all bets of the board, so the dice need fewer; the nightly run plays ten million of each.
it.each([
  ['slm', 100_000],
  ['slot', 100_000],
  ['lyb', 10_000],
])('%s: %i plays lie within four standard deviations of the printed return', (code, plays) => {
  for (const { name, off } of simulateSmall(game(code), drawCount(plays), 'plays'))
    expect({ name, near: Math.abs(off) < 4 }).toEqual({ name, near: true });
});

it('a spin takes each place of a strip', () => {
  const rules = game('slot').slot as NonNullable<SmallGame['slot']>;
  expect(spinReels(rules, (n) => n - 1)).toEqual([31, 31, 31]);
});

it('one seed, one play and one seed of the phone give one outcome, and the posts follow from the seed alone', () => {
  const hmac = (key: Uint8Array, message: Uint8Array) => new Uint8Array(createHmac('sha256', key).update(message).digest());
  const seed = new Uint8Array(32).fill(1);
  const of = (code: string, salt: string) => outcomeOf(game(code), 'play', salt, seed, hmac);
  expect(of('slot', 'a')).toEqual(of('slot', 'a'));
  expect(of('slot', 'a')).not.toEqual(of('slot', 'b'));
  expect(postsOf(game('slm'), 'play', seed, hmac)).toEqual((of('slm', 'a') as { posts: unknown }).posts);
  expect((of('slm', 'b') as { posts: unknown }).posts).toEqual((of('slm', 'a') as { posts: unknown }).posts);
  expect(postsOf(game('slot'), 'play', seed, hmac)).toBeUndefined();
  expect([of('slot', 'a'), of('slm', 'a'), of('lyb', '')]).toMatchInlineSnapshot(`
    [
      {
        "stops": [
          13,
          13,
          30,
        ],
      },
      {
        "card": 21,
        "posts": [
          3,
          48,
        ],
      },
      {
        "dice": [
          1,
          3,
          1,
        ],
      },
    ]
  `);
});

it('reports the fault of bets', () => {
  const fault = (code: string, ...bets: readonly (readonly [string, number])[]) =>
    betFault(
      game(code),
      bets.map(([bet, fen]) => ({ code: bet, fen })),
    )?.why;
  expect(fault('slm', ['shoot', 1_000])).toBeUndefined();
  expect(fault('slm')).toBe('none');
  expect(fault('slm', ['shoot', 1_000], ['shoot', 1_000])).toBe('one');
  expect(fault('slm', ['line', 1_000])).toBe('unknown');
  expect(fault('slm', ['shoot', 1_001])).toBe('step');
  expect(fault('slm', ['shoot', 0])).toBe('least');
  expect(fault('slm', ['shoot', 101_000])).toBe('most');
  expect(fault('slot', ...Array(5).fill(['line', 1_000]))).toBeUndefined();
  expect(fault('slot', ...Array(2).fill(['line', 1_000]))).toBe('lines');
  expect(fault('slot', ['line', 10], ...Array(4).fill(['line', 20]))).toBe('lines');
  expect(fault('lyb', ['face-1', 100], ['face-1', 100])).toBe('twice');
  expect(fault('lyb', ...[1, 2, 3, 4, 5].map((face) => [`face-${face}`, 50_000] as const))).toBe('round');
  expect([largestLoss(game('slm'), [{ code: 'shoot', fen: 1_000 }]), largestLoss(game('lyb'), [{ code: 'big', fen: 100 }])]).toEqual([
    2_000, 100,
  ]);
});

it.each(tablesOfCodes('small-games.md', SMALL_CODES))('$page has the table of codes as the program has it', ({ written, wanted }) => {
  expect(written).toBe(wanted);
});
