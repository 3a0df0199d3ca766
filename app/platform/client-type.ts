/** Client types of specification section 7: which kind of shell the app runs in. */
import { factsOf } from '../../protocol/calls/facts.ts';

export interface ClientSignals {
  /** Query of the page's address: a wrapper may declare its type as `clientType`, a partner link carries `source`. */
  readonly search: string;
  /** The Android wrapper's bridge object is there. */
  readonly androidBridge: boolean;
  /** The iOS wrapper's message handler is there. */
  readonly iosBridge: boolean;
  /** iOS's own flag of a page on the home screen. */
  readonly iosStandalone: boolean;
  /** display-mode: standalone. */
  readonly standalone: boolean;
}

export type ClientType = 1 | 8 | 9 | 31 | 61 | 71 | 81 | 91;

/**
 * 61 and 91: native wrappers; 8 and 9: wrappers that declare themselves; 81: iOS standalone; 71: standalone; 31: opened with 'source'; else 1.
 * The kind of shell is more specific than the link that opened it, so wrappers come first and `source` last.
 */
export function detectClientType(signals: ClientSignals): ClientType {
  const query = new URLSearchParams(signals.search);
  const declared = query.get('clientType');
  if (signals.androidBridge) return 61;
  if (signals.iosBridge) return 91;
  if (declared === '8' || declared === '9') return declared === '8' ? 8 : 9;
  if (signals.iosStandalone) return 81;
  if (signals.standalone) return 71;
  if (query.has('source')) return 31;
  return 1;
}

export function isNativeWrapper(type: ClientType): boolean {
  return type === 61 || type === 91 || type === 8 || type === 9;
}

/** Login, registration, bets and heartbeat send the true type; every other call sends 1. */
export function sentClientType(path: string, type: ClientType): ClientType {
  return factsOf(path).clientType ? type : 1;
}
