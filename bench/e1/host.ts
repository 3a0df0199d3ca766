/** A game of numbers, and a host with no product behind it. */
import { proxy } from 'valtio';
import type { Game } from '../../engine/descriptions/types.ts';
import { namespacedStore } from '../../engine/drivers/storage.ts';
import { createSubmissions } from '../../engine/drivers/submissions.ts';
import { realClock } from '../../engine/drivers/timers.ts';
import type { Host } from '../../engine/screens/core/contract.ts';
import { MIN_PICKS } from './page.ts';

/** A described game with `cells` numbers and one play. */
const described = (cells: number): Game => ({
  code: 'bench',
  name: 'bench',
  unitFen: 200,
  draw: { zones: [{ id: 'drawn', label: '号码', kind: 'set', from: 1, to: cells, pick: 20 }] },
  playGroups: [
    {
      code: 'G',
      name: '任选',
      plays: [
        {
          code: 'P',
          name: '任选',
          hint: '',
          areas: [
            {
              kind: 'numbers',
              id: 'n',
              label: '号码',
              from: 1,
              to: cells,
              min: MIN_PICKS,
              max: 20,
              pad: 2,
              quick: ['all', 'big', 'small', 'odd', 'even', 'clear'],
            },
          ],
          rule: {
            kind: 'combination',
            picks: [{ area: 'n', choose: MIN_PICKS, of: [{ zone: 'drawn' }] }],
            tiers: [{ tier: '1', hits: [[MIN_PICKS]] }],
          },
          prizes: [{ kind: 'fixed', tier: '1', name: '一等奖', fen: 100_000 }],
        },
      ],
    },
  ],
  screen: 'game',
  confirm: '/',
  poolFen: 0,
  prizeTable: { version: '1', date: '2025-01-01', source: 'bench' },
  schedule: {
    kind: 'interval',
    utcOffset: '+08:00',
    first: '00:00:00',
    everySeconds: 60,
    drawsPerDay: 1440,
    closeBeforeSeconds: 5,
    issue: '{yyyy}{MM}{dd}{seq:4}',
  },
  caps: { multiplier: 99, issues: 1, lines: 100 },
  menu: { section: 'quick', order: 1 },
});

/** A host with nothing behind it: it refuses every call but those of the game. */
export function benchHost(cells: number): Host {
  const game = described(cells);
  const stored = new Map<string, string>();
  return {
    session: proxy({ loggedIn: false, userName: '', mid: '', balanceFen: null }),
    index: proxy({ current: { format: 1 as const, version: '', games: [], documents: {} } }),
    storage: {
      get: (key) => stored.get(key) ?? null,
      set: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
    },
    loadGame: () => Promise.resolve({ hash: 'bench', game }),
    loadDocument: () => Promise.reject(new Error('no documents here')),
    call: <T>() =>
      Promise.resolve({ ok: true as const, models: { gameCode: 'bench', hash: 'bench', current: null, latest: [], omission: {} } as T }),
    submissions: createSubmissions({
      store: namespacedStore('bench', () => undefined),
      clock: realClock,
      player: () => '',
      newKey: () => crypto.randomUUID(),
      send: () => Promise.reject(new Error('nothing is sent here')),
      ask: () => Promise.reject(new Error('nothing is asked here')),
    }),
    navigate: () => {},
    back: () => {},
    openGame: () => false,
    gameCalls: { page: '/api/SiteMsg/AppLotteryPageInfo', bet: '/api/lottery/bet_szc', chase: '' },
    openMenu: () => {},
    perform: () => Promise.resolve(false),
    toast: (text) => {
      throw new Error(`the board refused a tap: ${text}`);
    },
    now: () => Date.now(),
    on: () => () => {},
  };
}
