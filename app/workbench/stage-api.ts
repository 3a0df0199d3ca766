/** Between the workbench and the phone that shows a trace. Both are of one origin; the phone's `window.replayStage` is a StageApi. */
export type { StageApi, StageState } from '../../engine/replay/stage.ts';

/** Said to the frame around when the phone is there. */
export const STAGE_READY = 'caipu replay stage';

/** In development vite serves the file itself. */
export const STAGE_PAGE = import.meta.env.DEV ? 'stage.html' : '/workbench/stage';
