/** Detects shakes of the phone. The detector is a pure function of motion samples; the driver reads them from the device, if it has a sensor. */

export interface MotionSample {
  /** m/s², gravity included. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Ms of any monotonic clock. */
  readonly at: number;
}

/** The least change between two samples of a jerk (m/s²). Walking stays below it, and a shake is well above. */
const JERK = 13;
/** A shake is this many jerks within WITHIN_MS. A single jerk is a phone that was put down. */
const JERKS = 3;
const WITHIN_MS = 900;
/** After a shake, jerks are ignored for this time (ms), because the hand still moves. */
const REST_MS = 1200;

/** Returns a function that takes samples and returns true if the sample completes a shake. */
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

/** none: the device has no motion sensor for shakes. ask: the player must allow it by a tap. */
export function shakeSupport(): 'none' | 'ask' | 'ready' {
  const events = motionEvents();
  // A laptop may have the interface too, but it is not shaken. It has no touch screen.
  if (!events || typeof navigator === 'undefined' || navigator.maxTouchPoints === 0) return 'none';
  return typeof events.requestPermission === 'function' ? 'ask' : 'ready';
}

/** Asks for the permission if the device requires one. Must be called in the handler of a tap. */
export async function allowShake(): Promise<boolean> {
  const events = motionEvents();
  if (!events) return false;
  try {
    return events.requestPermission ? (await events.requestPermission()) === 'granted' : true;
  } catch {
    return false;
  }
}

/** Calls `listener` for every shake. The returned function ends this. */
export function onShake(listener: () => void): () => void {
  const detect = shakeDetector();
  const onMotion = ({ accelerationIncludingGravity: motion, timeStamp: at }: DeviceMotionEvent): void => {
    if (motion && detect({ x: motion.x ?? 0, y: motion.y ?? 0, z: motion.z ?? 0, at })) listener();
  };
  addEventListener('devicemotion', onMotion);
  return () => removeEventListener('devicemotion', onMotion);
}
