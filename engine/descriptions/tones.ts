/** Which tone a number has: its own where the zone gives it one (波色), else the zone's. */
import type { ToneOf, Zone } from './types.ts';

const PLAIN = 'red';

export function toneOf(zone: Pick<Zone, 'tone' | 'tones'>, value: number): Pick<ToneOf, 'tone' | 'label'> {
  return zone.tones?.find(({ numbers }) => numbers.includes(value)) ?? { tone: zone.tone ?? PLAIN };
}

/** The sign of a number (马); undefined where it has none. Sets by name say nothing: see `gameAt`. */
export const numberSign = (zone: Pick<Zone, 'signs'>, value: number): string | undefined =>
  zone.signs?.find(({ numbers }) => typeof numbers !== 'string' && numbers.includes(value))?.label;

/** What is written at a number: its tone and its sign (红马); undefined where the zone writes nothing. Sets by name say nothing: see `gameAt`. */
export function numberCaption(zone: Pick<Zone, 'tone' | 'tones' | 'signs'>, value: number): string | undefined {
  if (!zone.tones?.some(({ label }) => label !== undefined) && !zone.signs) return undefined;
  return [toneOf(zone, value).label, numberSign(zone, value)].filter(Boolean).join('');
}
