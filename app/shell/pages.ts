/** Drives the page-transition machine: addresses in, pages with their motion out. Its events are recorded, so a trace knows the route. */
import { startTransition, useLayoutEffect, useState } from 'react';
import { subscribeKey } from 'valtio/utils';
import { createActor } from 'xstate';
import type { RouteMatch } from '../../engine/descriptions/routes.ts';
import { yieldToMain, layOut } from '../../engine/drivers/yield-to-main.ts';
import { type Clock, realClock } from '../../engine/drivers/timers.ts';
import { perform } from '../../engine/machines/effects.ts';
import { pageTransitionMachine, type TransitionDirection, type TransitionPage } from '../../engine/machines/page-transition.ts';
import { ignorePointersDown } from '../../engine/screens/kit/pointers.ts';
import { withoutSecrets } from '../../engine/replay/addresses.ts';
import type { App } from '../host/host.ts';
import { ui } from '../host/ui.ts';

/** What a page draws. */
interface Layer {
  readonly address: string;
  readonly match: RouteMatch | undefined;
}

/** One page as it stands in the frame. */
export interface ShownPage extends Layer {
  readonly key: number;
  /** Reached by going back. */
  readonly back: boolean;
}

/** The pages that are shown, and how they move. The same object as long as nothing of it changes. */
export interface ShownPages {
  readonly current: ShownPage | undefined;
  readonly leaving: ShownPage | undefined;
  readonly direction: TransitionDirection;
}

export interface PageStack {
  /** The app is now at `address`: path and query as the browser has them. */
  arrive(address: string, match: RouteMatch | undefined, direction: TransitionDirection): void;
  /** Calls `listener` when other pages are shown, or the same ones move; the returned function ends this. */
  watch(listener: () => void): () => void;
  shown(): ShownPages;
  /** For the shell: `pages` stand in the document. */
  drew(pages: ShownPages): void;
  /** The visible pages are in the document. */
  stand(): boolean;
  /** Resolves once it does. */
  drawn(): Promise<void>;
}

let still = false;

/** A page that opens during `work` stands in its place at once: another motion brings it in (shared-element.ts). */
export function withoutPageMotion(work: () => void): void {
  still = true;
  try {
    work();
  } finally {
    still = false;
  }
}

const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

function createPages({ host }: App, clock: Clock): PageStack {
  const actor = createActor(pageTransitionMachine, { id: 'pages' });
  const layers = new Map<number, Layer>();
  const listeners = new Set<() => void>();
  let shown: ShownPages = { current: undefined, leaving: undefined, direction: 'none' };
  let standing: ShownPages | undefined;
  let waiting: (() => void)[] = [];
  let cancel = (): void => {};
  const stand = (): boolean => standing === shown;
  perform(actor, {
    arm: ({ ms }) => {
      cancel();
      cancel = clock.after(ms, () => actor.send({ type: 'MOVED' }));
    },
    disarm: () => cancel(),
  });
  const pageOf = (page: TransitionPage | null): ShownPage | undefined => {
    const layer = page ? layers.get(page.key) : undefined;
    return page && layer ? { ...layer, key: page.key, back: page.back } : undefined;
  };
  actor.subscribe(({ context }) => {
    const { current, leaving, direction } = context;
    // A tab is shown within the page.
    if (current?.key === shown.current?.key && leaving?.key === shown.leaving?.key && direction === shown.direction) return;
    const sameCurrent = shown.current?.key === current?.key ? shown.current : undefined;
    const left = shown.current?.key === leaving?.key ? shown.current : undefined;
    shown = { current: sameCurrent ?? pageOf(current), leaving: left ?? pageOf(leaving), direction };
    for (const listener of listeners) listener();
  });
  host.attach?.(actor);
  actor.start();
  if (ui.tab !== 0) actor.send({ type: 'TAB', index: ui.tab });
  subscribeKey(ui, 'tab', (index) => actor.send({ type: 'TAB', index }));
  return {
    arrive(address, match, direction) {
      ignorePointersDown();
      const { current, keys } = actor.getSnapshot().context;
      const last = current && layers.get(current.key);
      const plain = withoutSecrets(address);
      // Two addresses that differ in a secret alone are two pages, for the machine and for replays of its events.
      const recorded = last && last.address !== address && current.address === plain ? `${plain}#` : plain;
      // Before the machine moves on, which decides the visible page.
      layers.set(keys + 1, { address, match });
      actor.send({ type: 'ARRIVE', address: recorded, direction, still: reducedMotion() || still });
      const { context } = actor.getSnapshot();
      for (const key of layers.keys()) if (key !== context.current?.key && key !== context.leaving?.key) layers.delete(key);
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    shown: () => shown,
    drew(pages) {
      standing = pages;
      if (!stand()) return;
      for (const go of waiting) go();
      waiting = [];
    },
    stand,
    drawn: () => (stand() ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve))),
  };
}

/**
 * The app is now at `address`, path and query as the browser has them: the page of it is shown, or the login first. The same address again
 * changes nothing.
 */
export function showAddress(app: App, address: string): void {
  const { navigator } = app;
  const towards = navigator.arrive(address);
  const admission = navigator.admit(address);
  if ('login' in admission) navigator.toLogin(address);
  else pagesOfApp(app).arrive(address, 'show' in admission ? admission.show : undefined, towards);
}

const made = new WeakMap<App, PageStack>();

/** The pages of an app; made once, however often its shell is rendered. */
export function pagesOfApp(app: App, clock: Clock = realClock): PageStack {
  let pages = made.get(app);
  if (!pages) made.set(app, (pages = createPages(app, clock)));
  return pages;
}

/**
 * The pages of an app as React should draw them now. Others are drawn as a transition, in slices between which the phone paints and answers;
 * until they stand, the former page stays.
 */
export function useShownPages(app: App): ShownPages {
  const pages = pagesOfApp(app);
  const [shown, show] = useState(pages.shown);
  useLayoutEffect(() => {
    pages.drew(shown);
    void layOut(() => true);
  }, [pages, shown]);
  useLayoutEffect(() => {
    let mounted = true;
    // A task later, since React draws at once, in one piece, what changes while the browser goes back.
    const change = (): void => void yieldToMain().then(() => mounted && startTransition(() => show(pages.shown())));
    change();
    const end = pages.watch(change);
    return () => {
      mounted = false;
      end();
    };
  }, [pages]);
  return shown;
}
