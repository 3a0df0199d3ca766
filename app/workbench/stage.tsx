/** The phone of the workbench: the app's own shell and screens, over the machines of a trace. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../engine/screens/kit/kit.css';
import '../shell/shell.css';
import '../shell/bars.css';
import { GENERIC_BLOCKS } from '../../engine/screens/blocks/register.ts';
import { FRAME_BLOCKS } from '../../engine/screens/frame/register.ts';
import { LOTTERY_BLOCKS } from '../../engine/screens/lottery/register.ts';
import { SMALL_BLOCKS } from '../../engine/screens/small/register.ts';
import { SPORT_BLOCKS } from '../../engine/screens/sports/register.ts';
import { registerBlocks } from '../../engine/screens/core/registry.ts';
import { fetchBoot } from '../host/fetch-boot.ts';
import { applyBrand } from '../host/brand.ts';
import { rememberBootScreens } from '../host/documents.ts';
import { Shell } from '../shell/shell.tsx';
import { STAGE_READY } from './stage-api.ts';
import { createReplayStage } from './stage-host.ts';

registerBlocks([...GENERIC_BLOCKS, ...LOTTERY_BLOCKS, ...SPORT_BLOCKS, ...SMALL_BLOCKS, ...FRAME_BLOCKS]);

const element = document.getElementById('app');
if (!element) throw new Error('stage.html has no #app');
const root = createRoot(element);
fetchBoot().then(
  (boot) => {
    void applyBrand(boot.brand);
    rememberBootScreens(boot);
    const { app, api } = createReplayStage(boot);
    root.render(
      <StrictMode>
        <Shell app={app} />
      </StrictMode>,
    );
    window.replayStage = api;
    if (parent !== window) parent.postMessage(STAGE_READY, location.origin);
  },
  (error: unknown) => root.render(<p role="alert">{String(error)}</p>),
);
