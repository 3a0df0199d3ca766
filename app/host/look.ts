/**
 * Light, dark, or as the device says (外观). The choice is kept on the device; a cookie carries it to the server, which writes it into
 * the page, so that the first paint has the right colours and no script runs before it.
 */
import { type BrandLook, chromeColours, isColourScheme, type ColourScheme } from '../../engine/descriptions/brand.ts';
import type { WorkerMessage } from '../../protocol/offline-cache.ts';
import type { KeyValueStore } from '../../engine/screens/core/contract.ts';

/** Storage key, name of the cookie and of the preference in the settings. */
export const LOOK_KEY = 'look';
const YEAR_SECONDS = 31_536_000;

export function storedLook(storage: KeyValueStore): ColourScheme {
  const storedValue = storage.get(LOOK_KEY);
  return isColourScheme(storedValue) ? storedValue : 'auto';
}

export function applyLook(look: ColourScheme, brand: BrandLook): void {
  const root = document.documentElement;
  const changed = (root.getAttribute('data-look') ?? 'auto') !== look;
  if (look === 'auto') root.removeAttribute('data-look');
  else root.setAttribute('data-look', look);
  document.cookie = `${LOOK_KEY}=${look};path=/;max-age=${look === 'auto' ? 0 : YEAR_SECONDS};samesite=lax`;
  paintChrome(look, brand);
  // The page that starts without the network has the look in it.
  if (changed) navigator.serviceWorker?.controller?.postMessage({ say: 'renew' } satisfies WorkerMessage);
}

/** The colour of the browser's own bars follows the page. */
function paintChrome(look: ColourScheme, brand: BrandLook): void {
  const colours = chromeColours(brand);
  for (const scheme of ['light', 'dark'] as const) {
    const media = `(prefers-color-scheme: ${scheme})`;
    let meta = [...document.head.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find((each) => each.media === media);
    if (!meta) {
      meta = document.createElement('meta');
      meta.name = 'theme-color';
      meta.media = media;
      document.head.append(meta);
    }
    meta.content = colours[look === 'auto' ? scheme : look];
  }
}
