/** Sounds of a draw, made on the phone: nothing is loaded. Where there is no audio, or the browser allows none yet, there is silence. */

let audio: AudioContext | undefined;

/** A short tone: frequency in Hz, start and length in seconds from now. */
function tone(context: AudioContext, frequency: number, start: number, length: number, loudness: number): void {
  const at = context.currentTime + start;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = 'triangle';
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

function withAudio(play: (context: AudioContext) => void): void {
  if (typeof AudioContext === 'undefined') return;
  try {
    audio ??= new AudioContext();
    const context = audio;
    if (context.state === 'suspended')
      void context.resume().then(
        () => play(context),
        () => {},
      );
    else play(context);
  } catch {
    // A phone without an audio device.
  }
}

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
