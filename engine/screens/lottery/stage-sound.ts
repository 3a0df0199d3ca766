/** Sounds of a draw. */
import { tone, withAudio } from '../kit/sound.ts';

/** A page that was asleep may learn of ten numbers at once: so long (s) after the one before the next one sounds, or together they clip. */
const APART = 0.05;
/** Lengths (s) of the chords below, so that the next sound follows. */
const END_LENGTH = 0.46;
const WIN_LENGTH = 0.72;
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
    free = context.currentTime + start + END_LENGTH;
  });

/** A net win: a rising chime, after the end of the draw if that still sounds. */
export const winSound = (): void =>
  withAudio((context) => {
    const start = Math.max(0, free - context.currentTime);
    for (const [at, frequency] of [784, 1047, 1319, 1568].entries()) tone(context, frequency, start + at * 0.09, 0.45, 0.08);
    free = context.currentTime + start + WIN_LENGTH;
  });
