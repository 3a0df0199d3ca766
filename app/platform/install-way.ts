/** How the app gets onto this device's home screen. */
import type { ClientType } from './client-type.ts';
import { isNativeWrapper } from './client-type.ts';

/** wrapper: it is an app of the phone already. installed: opened from the home screen. The others: what the browser's own steps are. */
export type InstallWay = 'wrapper' | 'installed' | 'ios' | 'android' | 'desktop';

export interface BrowserFacts {
  readonly userAgent: string;
  /** Points of touch: an iPad says that it is a Mac, but no Mac is touched. */
  readonly touchPoints: number;
}

export function installWay(clientType: ClientType, { userAgent, touchPoints }: BrowserFacts): InstallWay {
  if (isNativeWrapper(clientType)) return 'wrapper';
  if (clientType === 71 || clientType === 81) return 'installed';
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'ios';
  return /Android/.test(userAgent) ? 'android' : 'desktop';
}
