// Progress of a build or a start: a line for each step, numbered as it ends. Where none ends for ten seconds, a line says what goes on.
import { say as sayLine } from '../lib/say.mjs';

const BEAT_MS = 10_000;

/** @returns a function that runs the work of a step: `step(title, work)`. `total`: how many steps there are. */
export function countSteps(total, say = sayLine, beatMs = BEAT_MS) {
  let ended = 0;
  const running = new Set();
  let beat;
  // Steps run beside each other: one beat is for all of them.
  const beatAnew = () => {
    clearInterval(beat);
    if (running.size === 0) return;
    beat = setInterval(() => say(`still at work: ${[...running].join('; ')}`), beatMs);
    beat.unref();
  };
  return async (title, work) => {
    const from = Date.now();
    running.add(title);
    beatAnew();
    try {
      const result = await work();
      ended += 1;
      say(`step ${ended} of ${total}: ${title}, ${((Date.now() - from) / 1000).toFixed(1)} s`);
      return result;
    } finally {
      running.delete(title);
      beatAnew();
    }
  };
}
