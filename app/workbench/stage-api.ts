/** The interface between the workbench and the phone that shows a trace. Both have one origin; the phone's `window.replayStage` is a StageApi. */
export type { StageApi, StageState } from '../../engine/replay/stage.ts';

/** The message that the phone posts to the workbench around it when it is ready. */
export const STAGE_READY = 'caipu replay stage';

/** Address of the phone's page. In development Vite serves the file itself. */
export const STAGE_PAGE = import.meta.env.DEV ? 'stage.html' : '/workbench/stage';
