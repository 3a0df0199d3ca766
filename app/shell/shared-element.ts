/**
 * A title that travels from the page that is left to the page that opens, where the browser can show it (View Transitions API). Elsewhere,
 * under reduced motion and on wide screens pages move as they always do.
 */
import { flushSync } from 'react-dom';

/** Name under which the browser takes the two elements for one. */
const NAME = 'shared-title';
/** On the root while the title travels: the pages then move as pictures (shell.css), and not as layers. */
const CLASS = 'is-sharing';
/** Where the title arrives. */
const TARGET = '.header__title';
/** A window that is wider shows the phone's column in its middle, and would move as a whole. */
const PHONE = '(max-width: 479px)';
const STILL = '(prefers-reduced-motion: reduce)';

/** What the shell lends: this file comes once the app rests, and would have the shell's files cut in two if it asked for them itself. */
export interface ShellParts {
  /** A page that opens during `work` stands in its place at once. */
  readonly whileStill: (work: () => void) => void;
  /** Resolves once the page that was opened stands. */
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
    // The one that is left may stay in the page (a tap that led nowhere): a name may be there only once.
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
  // Another one that begins meanwhile ends this one early; the page is there all the same.
  transition.ready.catch(() => undefined);
}
