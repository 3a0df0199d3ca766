/** What the shell shows over the pages: one toast, one question, one notice. Small shared state, read per leaf. */
import { proxy } from 'valtio';

export interface ToastView {
  readonly id: number;
  readonly text: string;
  readonly icon?: 'success' | 'fail' | 'loading';
}

interface Question {
  readonly text: string;
  readonly answer: (yes: boolean) => void;
}

/** Orders that were settled, and what they came to together. */
export interface ResultNews {
  readonly orderIds: readonly string[];
  readonly title: string;
  readonly amountFen: number;
  readonly prizeFen: number;
  /** Opened, or only said in a note. */
  readonly sheet: boolean;
}

export interface NewsSheet {
  /** Its title stands above the sheet. */
  readonly screen: string;
  readonly params?: Readonly<Record<string, string>>;
}

/** What the app offers by itself; see installed.ts. */
export interface AppOffer {
  readonly kind: 'update' | 'install';
  readonly text: string;
  /** The label of the button that accepts the offer. */
  readonly label: string;
  /** It was taken and is under way: nothing can be tapped. */
  readonly busy?: boolean;
  readonly take: () => void;
  readonly later: () => void;
}

export const ui = proxy({
  toast: null as ToastView | null,
  question: null as Question | null,
  results: null as ResultNews | null,
  /** A screen that the app opens by itself in a sheet. */
  news: null as NewsSheet | null,
  offer: null as AppOffer | null,
  online: true,
  /** The server does not answer; since when is what its last answer says (unix ms of its clock, 0: there was none). */
  down: false,
  lastAnswerAt: 0,
  /** What the server said of its maintenance; '' while it works. */
  maintenance: '',
  tab: 0,
});

/** Specification section 8 and 9: 2 s, a loading toast 1 s. */
const TOAST_MS = 2_000;
const LOADING_MS = 1_000;
let toasts = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

export function toast(text: string, options: { readonly ms?: number; readonly icon?: ToastView['icon'] } = {}): void {
  if (!text) return;
  clearTimeout(timer);
  toasts += 1;
  ui.toast = { id: toasts, text, icon: options.icon };
  timer = setTimeout(
    () => {
      ui.toast = null;
    },
    options.ms ?? (options.icon === 'loading' ? LOADING_MS : TOAST_MS),
  );
}

/** Asks the player; false when the question is closed without an answer, or another one takes its place. */
export function confirm(text: string): Promise<boolean> {
  ui.question?.answer(false);
  return new Promise((resolve) => {
    ui.question = {
      text,
      answer: (yes) => {
        ui.question = null;
        resolve(yes);
      },
    };
  });
}
