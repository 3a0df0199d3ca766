/** Search on the phone: a query of pinyin over a list as long as the product's, in Node, for a processor six times slower. */
import { find, findable } from '../engine/search/find.ts';
import { pinyinOf } from '../server/content/pinyin.ts';
import type { Bench } from './lib/figure.ts';
import { cpuPerCall, percentile } from './lib/rounds.ts';

/** Games, help pages and articles of the product are some 250. */
const ENTRIES = 300;
/** The phone's processor is taken as this many times slower than this one. */
const PHONE = 6;
const CALLS = 200;

const bench: Bench = {
  id: 'search',
  title: 'search on the phone',
  async run({ rounds }) {
    const list = Array.from({ length: ENTRIES }, (_, n) => {
      const title = `第 ${n} 页怎么追号`;
      return findable({ kind: 'help', title, note: '', to: '', icon: '', tone: '', words: ['倍投'], pinyin: pinyinOf(title) });
    });
    const samples = Array.from({ length: rounds }, () => cpuPerCall(() => find(list, 'zhuihao'), CALLS) / 1000);
    const ms = percentile(samples, 0.5);
    return [
      {
        id: 'search.find',
        what: `a query of pinyin that every one of ${ENTRIES} entries answers, processor time × ${PHONE}`,
        value: ms * PHONE,
        unit: 'ms',
        goal: { at: 'most', value: 50 },
        rounds: samples.length,
        range: [Math.min(...samples) * PHONE, Math.max(...samples) * PHONE],
        note: `${ms.toFixed(3)} ms here`,
      },
    ];
  },
};
export default bench;
