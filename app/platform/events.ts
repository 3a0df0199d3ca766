/** Events of the server's stream: subscriptions of the page, replacements for missed events, and the open stream. */
import type { EventStream } from '../../engine/drivers/event-stream.ts';
import { openSharedStream } from '../../engine/drivers/shared-stream.ts';
import type { Host } from '../../engine/screens/core/contract.ts';
import type { StreamEvent } from '../../protocol/calls.ts';
import type { Descriptions } from './descriptions.ts';
import type { ReachabilityMonitor } from './reachability.ts';
import type { Session } from './session.ts';
import { createTopics } from './topics.ts';
import type { Environment } from './types.ts';

type StreamType = Parameters<Host['on']>[0];

/** Everything that the stream may bring; the last three only to those who follow their topic. */
const STREAM_TYPES: readonly StreamType[] = ['index', 'draw', 'order', 'balance', 'recharge', 'message', 'offers', 'live', 'group'];

/** Marks an event that stands for those that were missed: it concerns everyone. */
const MISSED = { missed: true } as const;

export interface EventsInput {
  readonly environment: Pick<Environment, 'clock' | 'sharing' | 'openEvents'>;
  /** Code of the brand: tabs of one brand share a stream. */
  readonly brand: string;
  /** Origin of the API, '' for the page's own. */
  readonly origin: string;
  /** Restored already: the stream opens under its token. */
  readonly session: Pick<Session, 'identity' | 'view' | 'setBalance' | 'refreshProfile'>;
  readonly descriptions: Pick<Descriptions, 'index' | 'renew'>;
  readonly reach: Pick<ReachabilityMonitor, 'answered' | 'missed'>;
  /** Reads the server's clock again. */
  readonly recalibrate: () => void;
}

export interface Events extends Required<Pick<Host, 'on' | 'follow'>>, Pick<EventStream, 'wake' | 'pause' | 'close'> {
  /** Somebody else is logged in, or nobody: a stream is one player's. */
  identityChanged(): void;
  /** Asks for what the stream would have told, where it is down. */
  poll(): void;
}

export function openEvents({ environment, brand, origin, session, descriptions, reach, recalibrate }: EventsInput): Events {
  const { clock } = environment;
  const listeners = new Map<StreamType, Set<(event: StreamEvent) => void>>();
  let streamToken: string | undefined;

  const tell = (event: { readonly missed?: true } & (StreamEvent | { readonly type: 'offers' | 'live' | 'group' })) => {
    for (const listener of listeners.get(event.type) ?? []) listener(event as StreamEvent);
  };
  /** Told only once it is there: a listener that reads the index finds the new one. */
  const renewIndex = (): void => {
    const before = descriptions.index.current.version;
    void descriptions.renew().then(() => {
      const { version } = descriptions.index.current;
      if (version !== before) tell({ type: 'index', version });
    });
  };
  const dispatch = (event: StreamEvent) => {
    if (event.type === 'balance' && event.balanceFen !== undefined) session.setBalance(event.balanceFen);
    // A first recharge opens what was closed to the player (GameTransferPermission).
    if (event.type === 'recharge') void session.refreshProfile();
    if (event.type !== 'index') tell(event);
    else if (event.version !== descriptions.index.current.version) renewIndex();
  };
  const topics = createTopics(clock, () => stream.restart());
  const tellOwnMissed = (): void => tell({ type: 'order', orderId: '', status: 'pending', prizeFen: 0, ...MISSED });
  /** Events were missed while the stream was down: lists load again, and the index is read. */
  const catchUp = () => {
    renewIndex();
    tell({ type: 'draw', gameCode: '', issue: '', ...MISSED });
    for (const type of ['offers', 'live', 'group'] as const) tell({ type, ...MISSED });
    if (session.view.loggedIn) {
      void session.refreshProfile();
      tellOwnMissed();
    }
    recalibrate();
  };
  const stream: EventStream = openSharedStream({
    sharing: environment.sharing,
    group: () => {
      streamToken = session.identity().token;
      // Tabs that follow the same topics have one stream.
      const followed = topics.requestedTopics();
      return `${brand}.events.${streamToken === undefined ? 'visitors' : nameOfToken(streamToken)}${followed && `.${followed}`}`;
    },
    url: () => {
      const { token } = session.identity();
      streamToken = token;
      const query = new URLSearchParams({
        ...(token ? { tk: token } : {}),
        ...(topics.requestedTopics() ? { topics: topics.requestedTopics() } : {}),
      });
      return `${origin}/events${query.size > 0 ? `?${query}` : ''}`;
    },
    open: environment.openEvents,
    clock,
    names: STREAM_TYPES,
    onEvent: (event) => {
      if (isStreamEvent(event)) dispatch(event);
    },
    onOpen: (first) => {
      reach.answered();
      if (!first) catchUp();
      // What a page loaded before its stream stood may lack the end of an order that came between: nothing else would tell of it again. Draws are
      // asked for when they are due.
      else if (session.view.loggedIn) tellOwnMissed();
    },
    onLost: () => reach.missed(),
  });

  return {
    on(type, listener) {
      const set = listeners.get(type) ?? new Set();
      listeners.set(type, set);
      const typed = listener as (event: StreamEvent) => void;
      set.add(typed);
      return () => void set.delete(typed);
    },
    follow: topics.follow,
    identityChanged() {
      if (session.identity().token !== streamToken) stream.restart();
    },
    poll() {
      if (!stream.connected) catchUp();
    },
    wake: () => stream.wake(),
    pause: () => stream.pause(),
    close: () => stream.close(),
  };
}

function isStreamEvent(value: unknown): value is StreamEvent {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  return (STREAM_TYPES as readonly string[]).includes(String(value.type));
}

/** A name for the session that does not give its token away: tabs of one session listen together, and those of two never do (64 bits). */
function nameOfToken(token: string): string {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (const character of token) {
    const code = character.codePointAt(0) as number;
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b) ^ (low >>> 13);
  }
  return `${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}`;
}
