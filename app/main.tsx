/** Starts the app: descriptions, brand, blocks, shell. */
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import '../engine/screens/kit/kit.css';
import './shell/shell.css';
import './shell/bars.css';
import { matchRoute } from '../engine/descriptions/routes.ts';
// Before the lists of blocks: these pack better side by side.
import { registerBlocks } from '../engine/screens/core/registry.ts';
import { GENERIC_BLOCKS } from '../engine/screens/blocks/register.ts';
import { FRAME_BLOCKS } from '../engine/screens/frame/register.ts';
import { LOTTERY_BLOCKS } from '../engine/screens/lottery/register.ts';
import { SMALL_BLOCKS } from '../engine/screens/small/register.ts';
import { SPORT_BLOCKS } from '../engine/screens/sports/register.ts';
import { preloadScreen } from '../engine/screens/core/screen-view.tsx';
import type { BlockDefinition } from '../engine/screens/core/contract.ts';
import { isDataSaverOn, onIdleAfterLoad } from '../engine/screens/core/idle-callback.ts';
import { yieldToMain } from '../engine/drivers/yield-to-main.ts';
import { loadChunk } from './platform/index.ts';
import { type Boot, readBoot } from './host/boot.ts';
import { applyBrand } from './host/brand.ts';
import { holdInstallPrompt } from './host/install-prompt.ts';
import { applyLook, storedLook } from './host/look.ts';
import { loadedScreen, rememberBootScreens } from './host/documents.ts';
import { createApp } from './host/host.ts';
import { showAddress } from './shell/pages.ts';
import { Shell } from './shell/shell.tsx';
import { StartFailed } from './shell/start-failed.tsx';

/** A chunk that hangs is a failure after 120 s, which its block shows with a way to try again. */
const timed = (definition: BlockDefinition): BlockDefinition => ({
  ...definition,
  load: () => loadChunk(definition.name, definition.load),
});
registerBlocks([...GENERIC_BLOCKS, ...LOTTERY_BLOCKS, ...SPORT_BLOCKS, ...SMALL_BLOCKS, ...FRAME_BLOCKS].map(timed));

holdInstallPrompt();

const element = document.getElementById('app');
if (!element) throw new Error('index.html has no #app');
const root = createRoot(element);

async function start(boot: Boot): Promise<void> {
  void applyBrand(boot.brand);
  rememberBootScreens(boot);
  await yieldToMain();
  const started = createApp(boot);
  await yieldToMain();
  applyLook(storedLook(started.host.storage), boot.brand);
  const code = matchRoute(boot.routes, location.pathname)?.route.screen;
  const first = code && loadedScreen(started.host, code);
  if (first) await preloadScreen(first);
  // Before anything is drawn: the shell would arrive after its first drawing, and draw the page in one piece then.
  showAddress(started, location.pathname + location.search);
  // As a transition React draws it in slices of some ms, between which the phone answers and paints.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Shell app={started} />
      </StrictMode>,
    ),
  );
  // In production alone: in development files change under the same name. Not with the data saver, since the worker prefetches.
  if (import.meta.env.PROD && 'serviceWorker' in navigator && !isDataSaverOn())
    onIdleAfterLoad(
      () => void import('./host/installed.ts').then(({ setUpInstalledApp: keepInstalled }) => keepInstalled(started)).catch(console.warn),
    );
}

/** In development alone: the server puts it into the page, and the worker keeps that page. */
function fetchAndStart(): void {
  import('./host/fetch-boot.ts')
    .then(({ fetchBoot }) => fetchBoot())
    .then(start, (error: unknown) => {
      console.error(error);
      root.render(<StartFailed onRetry={fetchAndStart} />);
    });
}

const boot = readBoot(document);
if (boot) void start(boot);
else fetchAndStart();
