/** Drives the page-transition machine: addresses in, pages with their motion out. Its events are recorded, so a trace knows the route. */
import { subscribeKey } from 'valtio/utils';
import { type ActorRefFrom, createActor } from 'xstate';
import type { RouteMatch } from '../../engine/descriptions/routes.ts';
import { type Clock, realClock } from '../../engine/drivers/timers.ts';
import { perform } from '../../engine/machines/effects.ts';
import { pageTransitionMachine, type TransitionContext, type TransitionDirection } from '../../engine/machines/page-transition.ts';
import { withoutSecrets } from '../../engine/replay/addresses.ts';
import type { App } from '../host/host.ts';
import { ui } from '../host/ui.ts';
import { isSharing } from './shared-element.ts';

/** One page as it stands in the frame. */
export interface Layer {
  readonly address: string;
  readonly match: RouteMatch | undefined;
}

export interface Pages {
  readonly actor: ActorRefFrom<typeof pageTransitionMachine>;
  /** The app is now at `address`: path and query as the browser has them. */
  arrive(address: string, match: RouteMatch | undefined, direction: TransitionDirection): void;
  /** Calls `listener` when other pages are shown, or the same ones move; the returned function ends this. */
  watch(listener: () => void): () => void;
  /** The pages that are shown and how they move. */
  shown(): TransitionContext;
  /** What the page of this key draws; undefined once it is gone. */
  layer(key: number): Layer | undefined;
}

const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

function createPages({ host }: App, clock: Clock): Pages {
  const actor = createActor(pageTransitionMachine, { id: 'pages' });
  const layers = new Map<number, Layer>();
  let cancel = (): void => {};
  perform(actor, {
    arm: ({ ms }) => {
      cancel();
      cancel = clock.after(ms, () => actor.send({ type: 'MOVED' }));
    },
    disarm: () => cancel(),
  });
  host.attach?.(actor);
  actor.start();
  if (ui.tab !== 0) actor.send({ type: 'TAB', index: ui.tab });
  subscribeKey(ui, 'tab', (index) => actor.send({ type: 'TAB', index }));
  return {
    actor,
    arrive(address, match, direction) {
      const { current, keys } = actor.getSnapshot().context;
      const standing = current && layers.get(current.key);
      const plain = withoutSecrets(address);
      // Two addresses that differ in a secret alone are two pages, for the machine and for whoever replays its events.
      const recorded = standing && standing.address !== address && current.address === plain ? `${plain}#` : plain;
      // There before the machine moves on: whoever watches it draws at once.
      layers.set(keys + 1, { address, match });
      actor.send({ type: 'ARRIVE', address: recorded, direction, still: reducedMotion() || isSharing() });
      const { context } = actor.getSnapshot();
      for (const key of layers.keys()) if (key !== context.current?.key && key !== context.leaving?.key) layers.delete(key);
    },
    watch(listener) {
      const subscription = actor.subscribe(listener);
      return () => subscription.unsubscribe();
    },
    shown: () => actor.getSnapshot().context,
    layer: (key) => layers.get(key),
  };
}

/**
 * The app is now at `address`, path and query as the browser has them: the page of it is shown, or the login first. The same address again
 * changes nothing.
 */
export function arriveAt(app: App, address: string): void {
  const { navigator } = app;
  const towards = navigator.arrive(address);
  const admission = navigator.admit(address);
  if ('login' in admission) navigator.toLogin(address);
  else pagesOf(app).arrive(address, 'show' in admission ? admission.show : undefined, towards);
}

const made = new WeakMap<App, Pages>();

/** The pages of an app; made once, however often its shell is rendered. */
export function pagesOf(app: App, clock: Clock = realClock): Pages {
  let pages = made.get(app);
  if (!pages) made.set(app, (pages = createPages(app, clock)));
  return pages;
}
