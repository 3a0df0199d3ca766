/** The models that can be replayed, by name. A new machine is added here, and tests then hold it to full coverage. */
import type { AnyStateMachine } from 'xstate';
import { ballSelectionMachine } from '../machines/ball-selection.ts';
import { betSlipMachine } from '../machines/bet-slip.ts';
import { chaseMachine } from '../machines/chase.ts';
import { drawClockMachine } from '../machines/draw-clock.ts';
import { requestMachine } from '../machines/request.ts';
import { sessionMachine } from '../machines/session.ts';
import { submitLockMachine } from '../machines/submit-lock.ts';

export type Machines = Readonly<Record<string, AnyStateMachine>>;

export const MACHINES: Machines = Object.fromEntries(
  [sessionMachine, requestMachine, ballSelectionMachine, betSlipMachine, chaseMachine, submitLockMachine, drawClockMachine].map(
    (machine) => [machine.id, machine as AnyStateMachine],
  ),
);
