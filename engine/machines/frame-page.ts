/**
 * A page that shows an outside page in a frame, as a pure model (specification sections 2 and 4): what stands around the frame, when it
 * loads again, what its messages may do, and where "back" leads.
 *
 *   empty → loading ⇄ shown
 *         → refused            an address that must not be framed
 *
 * Which titles have a header, a ball, a way outside, is data (`FrameRules`). A message counts only when it comes from the frame's own
 * window and from the origin that was asked for: a frame that wandered off to another origin speaks for nobody.
 */
import { assign, emit, enqueueActions } from 'xstate';
import { setup } from './setup.ts';
import { type Emitted, effect } from './effects.ts';

export interface FrameKind {
  /** Shown in the header instead of the key. */
  readonly title?: string;
  readonly header: boolean;
  /** Buttons for loading again and for opening outside, unless the page is reached by a form post. */
  readonly tools?: boolean;
  readonly ball?: boolean;
  /** The tutorial overlay stays this long. */
  readonly tutorialSeconds?: number;
  /** "Back" minds the marker of the page before. */
  readonly backMarker?: boolean;
  /** Colour theme of the header, by name. */
  readonly theme?: string;
}

export interface FrameRules {
  /** By the title of the request; a title that is not listed is a plain page with a header. */
  readonly kinds: Readonly<Record<string, FrameKind>>;
  /** Message type → path of the app. */
  readonly messages: Readonly<Record<string, string>>;
  /** Companies or games that load again when the phone is turned to landscape. */
  readonly reloadOnLandscape?: readonly string[];
}

/** What is to be shown; it comes from the app, never from an address. */
export interface FrameRequest {
  readonly title: string;
  readonly url: string;
  /** POST: the page is reached by handing in `fields`. */
  readonly method?: 'GET' | 'POST';
  readonly fields?: Readonly<Record<string, string>>;
  readonly gamecode?: string;
  readonly company?: string;
}

export interface FrameInput {
  readonly rules: FrameRules;
  /** Origin of the app itself: a frame of that origin could reach into the app, so it is refused. */
  readonly appOrigin: string;
  readonly landscape: boolean;
}

export interface FrameContext extends FrameInput {
  readonly request: FrameRequest | null;
  readonly kind: FrameKind;
  readonly origin: string;
  /** Grows with every load; a new number is a new document. */
  readonly loads: number;
  /** Tab that the page before was, -1 for none (specification section 4, acti back). */
  readonly marker: number;
}

export type FrameEvent =
  | { readonly type: 'OPEN'; readonly request: FrameRequest | null; readonly marker: number }
  | { readonly type: 'LOADED' }
  | { readonly type: 'RELOAD' }
  | { readonly type: 'OPEN_OUTSIDE' }
  | { readonly type: 'BACK' }
  /** `own`: it was sent by the window of the frame. */
  | { readonly type: 'MESSAGE'; readonly origin: string; readonly own: boolean; readonly data: unknown }
  | { readonly type: 'TURNED'; readonly landscape: boolean };

export type FrameEffect =
  | { readonly do: 'load'; readonly request: FrameRequest }
  | { readonly do: 'openOutside'; readonly url: string }
  | { readonly do: 'navigate'; readonly to: string }
  | { readonly do: 'back' }
  | { readonly do: 'setMarker'; readonly marker: number }
  | { readonly do: 'tab'; readonly tabIndex: number }
  | { readonly do: 'clearLoginAfter' };

const PLAIN: FrameKind = { header: true };
/** A message is `{ "frame": 1, "type": … }`; other libraries' messages pass by. */
export const FRAME_PROTOCOL = 1;

/** Origin of an address that may stand in a frame; undefined for one that may not. */
export function frameOrigin(address: string, appOrigin: string): string | undefined {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return undefined;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  // "https://bank.example@evil.example" is made to be misread.
  if (url.username !== '' || url.password !== '' || url.origin === appOrigin) return undefined;
  return url.origin;
}

export function kindOf({ kinds }: FrameRules, title: string): FrameKind {
  if (Object.hasOwn(kinds, title)) return kinds[title] as FrameKind;
  return Object.values(kinds).find((kind) => kind.title === title) ?? PLAIN;
}

export function titleOf({ kind, request }: Pick<FrameContext, 'kind' | 'request'>): string {
  return kind.title ?? request?.title ?? '';
}

/** Buttons for loading again and opening outside are there. */
export function hasTools({ kind, request }: Pick<FrameContext, 'kind' | 'request'>): boolean {
  return kind.tools === true && request?.method !== 'POST';
}

/** The path that a message asks for; undefined for anything that is not a message of ours. */
export function messagePath({ messages }: FrameRules, data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  if (!Object.hasOwn(data, 'frame') || !Object.hasOwn(data, 'type')) return undefined;
  const { frame, type } = data as { frame: unknown; type: unknown };
  if (frame !== FRAME_PROTOCOL || typeof type !== 'string') return undefined;
  return Object.hasOwn(messages, type) ? messages[type] : undefined;
}

/** What the model needs of a message, and what is recorded of it: that it is one of ours, and which. Anything else that a page said is null. */
export function recognisedMessage(rules: FrameRules, data: unknown): { readonly frame: number; readonly type: string } | null {
  return messagePath(rules, data) === undefined ? null : { frame: FRAME_PROTOCOL, type: (data as { type: string }).type };
}

function reloadsOnLandscape({ rules, request }: Pick<FrameContext, 'rules' | 'request'>): boolean {
  const names = [request?.company, request?.gamecode].map((name) => name?.toUpperCase() ?? '');
  return (rules.reloadOnLandscape ?? []).some((code) => names.some((name) => name === code.toUpperCase()));
}

export const framePageMachine = setup({
  types: {
    context: {} as FrameContext,
    events: {} as FrameEvent,
    input: {} as FrameInput,
    emitted: {} as Emitted<FrameEffect>,
  },
  guards: {
    isNothing: ({ event }) => event.type === 'OPEN' && event.request === null,
    mayBeFramed: ({ context, event }) =>
      event.type === 'OPEN' && event.request !== null && frameOrigin(event.request.url, context.appOrigin) !== undefined,
    isGet: ({ context }) => context.request?.method !== 'POST',
    hasTools: ({ context }) => hasTools(context),
    isOurMessage: ({ context, event }) =>
      event.type === 'MESSAGE' && event.own && event.origin === context.origin && messagePath(context.rules, event.data) !== undefined,
    isTurnThatReloads: ({ context, event }) =>
      event.type === 'TURNED' && event.landscape && !context.landscape && context.request?.method !== 'POST' && reloadsOnLandscape(context),
    leavesTab: ({ context }) => context.kind.backMarker === true && context.marker === 0,
    leavesMarked: ({ context }) => context.kind.backMarker === true && context.marker > -1,
  },
  actions: {
    take: assign(({ context, event }) => {
      if (event.type !== 'OPEN' || event.request === null) return {};
      const { request, marker } = event;
      return { request, marker, kind: kindOf(context.rules, request.title), origin: frameOrigin(request.url, context.appOrigin) ?? '' };
    }),
    load: enqueueActions(({ context, enqueue }) => {
      if (context.request === null) return;
      enqueue.assign({ loads: context.loads + 1 });
      enqueue.emit(effect({ do: 'load', request: context.request }));
    }),
    turn: assign(({ event }) => (event.type === 'TURNED' ? { landscape: event.landscape } : {})),
    openOutside: enqueueActions(({ context, enqueue }) => {
      if (context.request !== null) enqueue.emit(effect({ do: 'openOutside', url: context.request.url }));
    }),
    obey: enqueueActions(({ context, event, enqueue }) => {
      const to = event.type === 'MESSAGE' ? messagePath(context.rules, event.data) : undefined;
      if (to !== undefined) enqueue.emit(effect({ do: 'navigate', to }));
    }),
    back: emit(effect({ do: 'back' })),
    forgetMarker: enqueueActions(({ enqueue }) => {
      enqueue.assign({ marker: -1 });
      enqueue.emit(effect({ do: 'setMarker', marker: -1 }));
    }),
    toTab: enqueueActions(({ context, enqueue }) => {
      enqueue.emit(effect({ do: 'tab', tabIndex: context.marker }));
      enqueue.emit(effect({ do: 'clearLoginAfter' }));
    }),
  },
}).createMachine({
  id: 'framePage',
  context: ({ input }) => ({ ...input, request: null, kind: PLAIN, origin: '', loads: 0, marker: -1 }),
  initial: 'empty',
  on: {
    OPEN: [
      { guard: 'isNothing', target: '.empty', actions: assign({ request: null, kind: PLAIN, origin: '', marker: -1 }) },
      { guard: 'mayBeFramed', target: '.loading', actions: ['take', 'load'] },
      { target: '.refused', actions: 'take' },
    ],
    BACK: [
      { guard: 'leavesTab', actions: ['toTab', 'forgetMarker', 'back'] },
      { guard: 'leavesMarked', actions: ['forgetMarker', 'back'] },
      { actions: 'back' },
    ],
    TURNED: { actions: 'turn' },
  },
  states: {
    empty: {},
    refused: {},
    loading: {
      on: {
        LOADED: 'shown',
        RELOAD: { guard: 'isGet', target: 'loading', actions: 'load' },
        OPEN_OUTSIDE: { guard: 'hasTools', actions: 'openOutside' },
        MESSAGE: { guard: 'isOurMessage', actions: 'obey' },
        TURNED: [{ guard: 'isTurnThatReloads', target: 'loading', actions: ['turn', 'load'] }, { actions: 'turn' }],
      },
    },
    shown: {
      on: {
        RELOAD: { guard: 'isGet', target: 'loading', actions: 'load' },
        OPEN_OUTSIDE: { guard: 'hasTools', actions: 'openOutside' },
        MESSAGE: { guard: 'isOurMessage', actions: 'obey' },
        TURNED: [{ guard: 'isTurnThatReloads', target: 'loading', actions: ['turn', 'load'] }, { actions: 'turn' }],
      },
    },
  },
});
