/** What the platform reads of a brand description, and what it needs of the browser. */
import type { EventSourceLike } from '../../engine/drivers/event-stream.ts';
import type { Sharing } from '../../engine/drivers/shared-stream.ts';
import type { Fetch } from '../../engine/drivers/network.ts';
import type { WebStorage } from '../../engine/drivers/storage.ts';
import type { Clock } from '../../engine/drivers/timers.ts';
import type { ClientSignals } from './client-type.ts';

/** The part of a brand description (schemas/brand.schema.json) that concerns requests and session. */
export interface RequestBrand {
  readonly code: string;
  /** Identifies the app to the server. It ships with every copy of the app, so it is no secret (docs/signing.md). */
  readonly signingKey: string;
  /** Parameter `v`. */
  readonly version?: number;
  /** Where a forced logout leads; "/" when left out. */
  readonly mobileRoot?: string;
  readonly api?: ApiHosts;
  /** Configured addresses by name, such as Menu_BF_Live. */
  readonly config?: Readonly<Record<string, string>>;
}

export interface ApiHosts {
  /** Page host → API host. "same" is the page's own. "*" applies to every host not named. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Hosts (with port, if any) that the query parameter `realhost` may name. */
  readonly realhosts?: readonly string[];
  /** Host of the match-data service (/matchdata); "same" is the page's own, left out is the API's. */
  readonly matchData?: string;
}

/** Everything outside, so that a test can put a small world in its place. */
export interface Environment {
  readonly fetch: Fetch;
  readonly openEvents: (url: string) => EventSourceLike;
  /** How this tab speaks to the others of the browser; left out where it cannot. */
  readonly sharing?: Sharing | undefined;
  /** May throw, or give nothing: then values live as long as the page. */
  readonly localStorage: () => WebStorage | undefined;
  readonly sessionStorage: () => WebStorage | undefined;
  readonly clock: Clock;
  readonly location: { readonly protocol: string; readonly host: string; readonly search: string };
  readonly signals: ClientSignals;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Calls back when another tab changes the local storage: null stands for all keys, and for a value that is gone. */
  readonly onStored: (listener: (key: string | null, value: string | null) => void) => () => void;
  /** Calls back when the page becomes visible or the network returns. */
  readonly onWake: (listener: () => void) => () => void;
  /** Calls back when the browser begins to leave the page, which may yet stay, for as long as it lives: not every browser says so. */
  readonly onLeave?: (listener: () => void) => void;
  /** Calls back when the browser puts the page to sleep: it may be resumed, or never run again. */
  readonly onSleep?: (listener: () => void) => () => void;
}
