/** The sounds of a draw: what is scheduled, for nobody hears a test. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

interface Tone {
  readonly frequency: number;
  readonly from: number;
  readonly to: number;
  readonly loudness: number;
}

const tones: Tone[] = [];

class FakeAudio {
  readonly currentTime = 0;
  readonly state = 'running';
  readonly destination = {};
  createOscillator() {
    const made = { frequency: { value: 0 }, from: 0 };
    return {
      frequency: made.frequency,
      connect: (gain: { readonly loudness: number; connect(to: unknown): void }) => {
        Object.assign(made, { gain });
        return gain;
      },
      start: (at: number) => void Object.assign(made, { from: at }),
      stop: (at: number) =>
        void tones.push({
          frequency: made.frequency.value,
          from: made.from,
          to: at,
          loudness: (made as unknown as { readonly gain: { readonly loudness: number } }).gain.loudness,
        }),
    };
  }
  createGain() {
    const gain = {
      loudness: 0,
      gain: { setValueAtTime: (value: number) => void (gain.loudness = value), exponentialRampToValueAtTime: () => {} },
      connect: () => {},
    };
    return gain;
  }
}

beforeEach(() => {
  tones.length = 0;
  vi.resetModules();
  vi.stubGlobal('AudioContext', FakeAudio);
});
afterEach(() => vi.unstubAllGlobals());

it('numbers rise, each after the one before, and never so many at once that they clip', async () => {
  const { endSound, revealSound } = await import('../../../../engine/screens/lottery/stage-sound.ts');
  for (let order = 0; order < 10; order += 1) revealSound(order);
  endSound();
  const reveals = tones.slice(0, 10);
  expect(reveals.map(({ from }) => from)).toEqual([...reveals.map(({ from }) => from)].sort((a, b) => a - b));
  expect(new Set(reveals.map(({ frequency }) => frequency)).size).toBe(10);
  for (const { from } of tones) {
    const together = tones.filter((other) => other.from <= from && from < other.to).reduce((sum, { loudness }) => sum + loudness, 0);
    expect(together).toBeGreaterThan(0);
    expect(together).toBeLessThan(1);
  }
  // The end is heard after the last number.
  expect(Math.min(...tones.slice(10).map(({ from }) => from))).toBeGreaterThan(reveals.at(-1)?.from ?? 0);
});
