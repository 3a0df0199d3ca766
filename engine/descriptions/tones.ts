/** Which tone a number has: its own where the zone gives it one (波色), else the zone's. */
import type { ToneOf, Zone } from './types.ts';

const PLAIN = 'red';

export function toneOf(zone: Pick<Zone, 'tone' | 'tones'>, value: number): Pick<ToneOf, 'tone' | 'label'> {
  return zone.tones?.find(({ numbers }) => numbers.includes(value)) ?? { tone: zone.tone ?? PLAIN };
}
