/**
 * A title that travels from the closing page to the opening page, in browsers with the View Transitions API. In other browsers, under
 * reduced motion and on wide screens, pages move in the usual way.
 */
import { flushSync } from 'react-dom';

/** The `view-transition-name` by which the browser matches the two titles. */
const NAME = 'shared-title';
/** On the root while the title travels: the pages then move as pictures (shell.css), and not as layers. */
const CLASS = 'is-sharing';
/** Where the title arrives. */
const TARGET = '.header__title';
/** A window that is wider shows the phone's column in its middle, and would move as a whole. */
const PHONE = '(max-width: 479px)';
const STILL = '(prefers-reduced-motion: reduce)';

/** Functions of the shell. This file loads when the app is idle; if it imported them, the build would split the shell into two chunks. */
export interface ShellParts {
  /** Runs `work`. A page that opens during it gets no motion of its own. */
  readonly whileStill: (work: () => void) => void;
  /** Resolves when the opened page is in the document. */
  readonly drawn: () => Promise<void>;
}

/** Opens a page with `go`, which changes the address; `from` is the title that travels. */
export function openWithSharedTitle(from: HTMLElement | undefined, go: () => void, { whileStill, drawn }: ShellParts): void {
  if (!from || typeof document.startViewTransition !== 'function' || matchMedia(STILL).matches || !matchMedia(PHONE).matches) {
    go();
    return;
  }
  const root = document.documentElement;
  let target: HTMLElement | null = null;
  from.style.setProperty('view-transition-name', NAME);
  root.classList.add(CLASS);
  const transition = document.startViewTransition(async () => {
    // The first title may stay in the document (a tap that led nowhere), and the browser allows a name only once.
    from.style.removeProperty('view-transition-name');
    whileStill(() => flushSync(go));
    await drawn();
    target = document.querySelector<HTMLElement>(TARGET);
    target?.style.setProperty('view-transition-name', NAME);
  });
  const end = (): void => {
    target?.style.removeProperty('view-transition-name');
    root.classList.remove(CLASS);
  };
  transition.finished.then(end, end);
  // A transition that begins meanwhile ends this one early; the page is open nevertheless.
  transition.ready.catch(() => undefined);
}
