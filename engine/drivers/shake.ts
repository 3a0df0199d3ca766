/** A shaken phone. The detector is pure: samples in, shakes out; the driver feeds it from the device where there is one to feed from. */

export interface MotionSample {
  /** m/s², gravity included. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** ms of any clock that goes forward. */
  readonly at: number;
}

/** A jerk is a change of more than this between two samples (m/s²): walking stays below, a shake is well above. */
const JERK = 13;
/** So many jerks within this time (ms) are a shake; one alone is a phone that was put down. */
const JERKS = 3;
const WITHIN_MS = 900;
/** After a shake the hand needs this long (ms) to come to rest, and must not count again. */
const REST_MS = 1200;

/** Tells whether a sample completes a shake. */
export function shakeDetector(): (sample: MotionSample) => boolean {
  let last: MotionSample | undefined;
  let jerks: number[] = [];
  let restsUntil = Number.NEGATIVE_INFINITY;
  return (sample) => {
    const before = last;
    last = sample;
    if (!before || sample.at < restsUntil) return false;
    const change = Math.hypot(sample.x - before.x, sample.y - before.y, sample.z - before.z);
    if (change < JERK) return false;
    jerks = [...jerks.filter((at) => sample.at - at < WITHIN_MS), sample.at];
    if (jerks.length < JERKS) return false;
    jerks = [];
    restsUntil = sample.at + REST_MS;
    return true;
  };
}

type MotionEvents = typeof DeviceMotionEvent & { requestPermission?: () => Promise<string> };

const motionEvents = (): MotionEvents | undefined =>
  typeof DeviceMotionEvent === 'undefined' ? undefined : (DeviceMotionEvent as MotionEvents);

/** none: this device cannot be shaken. ask: its owner must allow it first, by a tap. */
export function shakeSupport(): 'none' | 'ask' | 'ready' {
  const events = motionEvents();
  // A laptop has the interface too, and nobody shakes it.
  if (!events || typeof navigator === 'undefined' || navigator.maxTouchPoints === 0) return 'none';
  return typeof events.requestPermission === 'function' ? 'ask' : 'ready';
}

/** Asks where asking is needed; to be called from a tap. */
export async function allowShake(): Promise<boolean> {
  const events = motionEvents();
  if (!events) return false;
  try {
    return events.requestPermission ? (await events.requestPermission()) === 'granted' : true;
  } catch {
    return false;
  }
}

/** Calls back for every shake; the returned function stops it. */
export function onShake(listener: () => void): () => void {
  const detect = shakeDetector();
  const onMotion = ({ accelerationIncludingGravity: motion, timeStamp: at }: DeviceMotionEvent): void => {
    if (motion && detect({ x: motion.x ?? 0, y: motion.y ?? 0, z: motion.z ?? 0, at })) listener();
  };
  addEventListener('devicemotion', onMotion);
  return () => removeEventListener('devicemotion', onMotion);
}
