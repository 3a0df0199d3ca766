/** A list of matches on a phone whose server says what a test tells it to. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import type { SportGame } from '../../../../../engine/descriptions/sports/types.ts';
import type { CallResult, Host } from '../../../../../engine/screens/core/contract.ts';
import { HostContext } from '../../../../../engine/screens/core/hooks.ts';
import { registerBlocks } from '../../../../../engine/screens/core/registry.ts';
import { ScreenView } from '../../../../../engine/screens/core/screen-view.tsx';
import { GENERIC_BLOCKS } from '../../../../../engine/screens/blocks/register.ts';
import type { OfferPage, OptionData } from '../../../../../engine/screens/sports/calls.ts';
import { SPORT_BLOCKS } from '../../../../../engine/screens/sports/register.ts';
import { documentOf, type Example, exampleHost, type ExampleHost } from '../../examples/example.ts';
import { until } from '../../lottery/support/stage.tsx';
import { T0 } from './sports.ts';

registerBlocks(GENERIC_BLOCKS);
registerBlocks(SPORT_BLOCKS);

export interface SportStage {
  readonly host: ExampleHost;
  readonly page: HTMLElement;
  now: number;
  /** The answer of the call for matches; null: the call fails. */
  answer: OfferPage | null;
  options: OptionData;
  readonly sent: { readonly path: string; readonly params: Readonly<Record<string, string>> }[];
  tell(type: string, event: unknown): Promise<void>;
  unmount(): Promise<void>;
}

const BLOCKS = [
  { block: 'match-board', analysis: { do: 'toast', text: '{matchId}' } },
  { block: 'match-bar', go: { do: 'navigate', to: '/slip' } },
];

/** `stored`: what lies in the phone's storage, which a later stage can be given again. */
export async function openList(
  game: SportGame,
  answer: OfferPage | null,
  stored: Map<string, string> = new Map(),
  session: Partial<Host['session']> = {},
  change: { readonly blocks?: Example['screen']['blocks']; readonly answers?: Example['answers'] } = {},
): Promise<SportStage> {
  const listeners = new Map<string, Set<(event: never) => void>>();
  const { blocks = BLOCKS, answers = {} } = change;
  const example = { screen: { title: '{game.name}', sport: `'${game.code}'`, blocks }, session, answers, expects: [] };
  const self = { now: T0, answer, options: { game: game.code, version: 1, matches: [] }, sent: [] as SportStage['sent'][number][] };
  const host = exampleHost(
    example,
    {},
    { [game.code]: game },
    {
      storage: {
        get: (key) => stored.get(key) ?? null,
        set: (key, value) => void stored.set(key, value),
        remove: (key) => void stored.delete(key),
      },
      now: () => self.now,
      call: (async (path: string, params = {}) => {
        self.sent.push({ path, params });
        const models = path.endsWith('OptionData') ? self.options : self.answer;
        const result: CallResult<unknown> = models ? { ok: true, models } : { ok: false, status: -1, msg: '网络不通', inDoubt: false };
        return result;
      }) as Host['call'],
      on: (type, listener) => {
        const set = listeners.get(type) ?? new Set();
        listeners.set(type, set.add(listener));
        return () => void set.delete(listener);
      },
    },
  );
  // A screen high enough for all rows, so that all are rendered at once.
  vi.stubGlobal('innerHeight', 100_000);
  const page = document.body.appendChild(document.createElement('main'));
  const root = createRoot(page);
  await act(async () =>
    root.render(
      <HostContext value={host}>
        <ScreenView description={documentOf(example)} params={{}} query={{}} />
      </HostContext>,
    ),
  );
  await until(() => page.querySelector('[aria-busy]') === null && page.querySelector('.play-money') !== null);
  return Object.assign(self, {
    host,
    page,
    tell: (type: string, event: unknown) =>
      act(async () => {
        for (const listener of listeners.get(type) ?? []) listener(event as never);
      }),
    unmount: async () => {
      await act(async () => root.unmount());
      page.remove();
    },
  });
}
