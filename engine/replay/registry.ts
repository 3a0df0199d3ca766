/** The models that can be replayed, by name. A new machine is added here, and tests then hold it to full coverage. */
import type { AnyStateMachine } from 'xstate';
import { ballSelectionMachine } from '../machines/ball-selection.ts';
import { betSlipMachine } from '../machines/bet-slip.ts';
import { chaseMachine } from '../machines/chase.ts';
import { chunkLoadMachine } from '../machines/chunk-load.ts';
import { drawClockMachine } from '../machines/draw-clock.ts';
import { drawStageMachine } from '../machines/draw-stage.ts';
import { floatingBallMachine } from '../machines/floating-ball.ts';
import { framePageMachine } from '../machines/frame-page.ts';
import { matchSlipMachine } from '../machines/match-slip.ts';
import { matchPicksMachine } from '../machines/match-picks.ts';
import { pageTransitionMachine } from '../machines/page-transition.ts';
import { pullPanelMachine } from '../machines/pull-panel.ts';
import { requestMachine } from '../machines/request.ts';
import { scratchCardMachine } from '../machines/scratch-card.ts';
import { sessionMachine } from '../machines/session.ts';
import { smallPlayMachine } from '../machines/small-play.ts';
import { speedTestMachine } from '../machines/speed-test.ts';
import { startUpMachine } from '../machines/start-up.ts';
import { submissionMachine } from '../machines/submission.ts';
import { tutorialMachine } from '../machines/tutorial.ts';

export type Machines = Readonly<Record<string, AnyStateMachine>>;

export const MACHINES: Machines = Object.fromEntries(
  [
    startUpMachine,
    sessionMachine,
    pageTransitionMachine,
    requestMachine,
    chunkLoadMachine,
    ballSelectionMachine,
    betSlipMachine,
    chaseMachine,
    matchSlipMachine,
    matchPicksMachine,
    submissionMachine,
    drawClockMachine,
    drawStageMachine,
    scratchCardMachine,
    smallPlayMachine,
    pullPanelMachine,
    framePageMachine,
    floatingBallMachine,
    tutorialMachine,
    speedTestMachine,
  ].map((machine) => [machine.id, machine as AnyStateMachine]),
);
