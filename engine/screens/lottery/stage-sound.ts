/** Sounds of a draw. */
import { tone, withAudio } from '../kit/sound.ts';

/** A page that was asleep may learn of ten numbers at once: so long (s) after the one before the next one sounds, or together they clip. */
const APART = 0.05;
let free = 0;

/** A number arrives; each a little higher than the one before. */
export const revealSound = (order: number): void =>
  withAudio((context) => {
    const start = Math.max(0, free - context.currentTime);
    free = context.currentTime + start + APART;
    tone(context, 440 * 2 ** (Math.min(order, 12) / 12), start, 0.12, 0.12);
  });

/** All are there. The same whatever they bring: a draw knows no winner. */
export const endSound = (): void =>
  withAudio((context) => {
    const start = Math.max(0, free - context.currentTime);
    for (const [at, frequency] of [523, 659, 784].entries()) tone(context, frequency, start + at * 0.08, 0.3, 0.1);
  });
