/** 确定 that is held on the board: the slip is placed by the screen that shows it, which is another. */
import type { GameRuntime } from './runtime.ts';

/** Games whose slip is to be submitted as soon as it is shown. Of this page alone: no address and nothing that is stored can ask for it. */
const wanted = new WeakSet<GameRuntime>();

/** The player held 确定: the slip that is about to be shown is placed without another tap. */
export function requestImmediatePlacement(runtime: GameRuntime): void {
  wanted.add(runtime);
}

/** Whether that was asked for; asked once. */
export function consumeImmediatePlacement(runtime: GameRuntime): boolean {
  return wanted.delete(runtime);
}
