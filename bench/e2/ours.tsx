/** The engine's list and bar over a described game, with a host that has no product behind it. */
import { createRoot, type Root } from 'react-dom/client';
import { proxy } from 'valtio';
import { namespacedStore } from '../../engine/drivers/storage.ts';
import { createSubmissions } from '../../engine/drivers/submissions.ts';
import { realClock } from '../../engine/drivers/timers.ts';
import { compileScreen } from '../../engine/screens/core/plan.ts';
import { HostContext, ScreenContext } from '../../engine/screens/core/hooks.ts';
import { SourceCache } from '../../engine/screens/core/source-cache.ts';
import { ScreenStore } from '../../engine/screens/core/store.ts';
import type { Host, ScreenDocument } from '../../engine/screens/core/contract.ts';
import { observeRenders } from '../../engine/screens/core/render-counter.ts';
import type { OfferPage } from '../../engine/screens/sports/calls.ts';
import MatchBar from '../../engine/screens/sports/blocks/match-bar/match-bar.tsx';
import MatchBoard from '../../engine/screens/sports/blocks/match-board/match-board.tsx';
import SportProvider from '../../engine/screens/sports/sport-provider.tsx';
import '../../engine/screens/kit/kit.css';
import { matchCells, frame, fixedNow, offers, sport, tapCells, listMarkup, listDrawn } from './page.ts';

const page: OfferPage = {
  game: sport.code,
  hash: 'bench',
  version: 1,
  full: true,
  demo: true,
  leagues: [{ code: 'ECL', name: '英格兰超级联赛', short: '英超', tone: 'red' }],
  matches: offers,
  removed: [],
  notices: [],
};
const stored = new Map<string, string>();
const host: Host = {
  session: proxy({ loggedIn: false, userName: '', mid: '', balanceFen: null }),
  index: proxy({ current: { format: 1 as const, version: '', games: [], documents: {} } }),
  storage: {
    get: (key) => stored.get(key) ?? null,
    set: (key, value) => void stored.set(key, value),
    remove: (key) => void stored.delete(key),
  },
  offsetMinutes: 480,
  loadGame: () => Promise.reject(new Error('no games of numbers here')),
  loadSport: () => Promise.resolve({ hash: 'bench', sport }),
  sportCalls: { page: 'page', options: 'options', bet: '', optimised: '' },
  loadDocument: () => Promise.reject(new Error('no documents here')),
  call: <T,>() => Promise.resolve({ ok: true as const, models: page as T }),
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
  gameCalls: { page: '', bet: '', chase: '' },
  openMenu: () => {},
  perform: () => Promise.resolve(false),
  toast: () => {},
  now: fixedNow,
  on: () => () => {},
};
const description: ScreenDocument = {
  $schema: '',
  format: 2,
  kind: 'screen',
  code: 'bench',
  title: '',
  layout: 'page',
  sport: `'${sport.code}'`,
  blocks: [{ block: 'match-board' }, { block: 'match-bar', go: { do: 'back' } }],
};
const plan = compileScreen(description);
const store = new ScreenStore({ plan, host, cache: new SourceCache(host), params: {}, query: {}, back: false });
const [board, bar] = plan.blocks.map(({ block }) => block) as unknown as [
  Parameters<typeof MatchBoard>[0]['block'],
  Parameters<typeof MatchBar>[0]['block'],
];

let root: Root | undefined;
const draw = async (): Promise<void> => {
  root = createRoot(document.getElementById('root') as HTMLElement);
  root.render(
    <HostContext value={host}>
      <ScreenContext value={store}>
        <SportProvider code={sport.code}>
          <MatchBoard block={board} pointer="" />
          <MatchBar block={bar} pointer="" />
        </SportProvider>
      </ScreenContext>
    </HostContext>,
  );
  await listDrawn();
};
// A caller that waits for it finds the whole list.
await draw();
window.listBench = {
  mount: async () => {
    root?.unmount();
    await draw();
  },
  tap: tapCells,
  text: listMarkup,
  rendersOfOneTap: async () => {
    const names: string[] = [];
    const stop = observeRenders((name) => names.push(name));
    matchCells()[3]?.click();
    await frame();
    stop();
    matchCells()[3]?.click();
    await frame();
    return names;
  },
};
