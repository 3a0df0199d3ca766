/** The look of a brand as a style sheet: what the page is painted with before any script has run. */
import type { BrandLook, Theme } from './brand.ts';

/**
 * What a brand file may leave out, and the property that stands in for it: files from before these properties existed still
 * give a whole look. The ten lanes are fixed by custom, like the colours of a traffic light.
 */
const STAND_INS: readonly (readonly [string, string])[] = [
  ['--brand-ink', 'var(--brand)'],
  ['--on-gold', 'var(--ink)'],
  ['--surround', 'var(--page)'],
  ['--overlay', 'var(--ink)'],
  ['--shadow', 'var(--ink)'],
  ['--ball-gold', 'var(--gold)'],
  ['--red-ink', 'var(--ball-red)'],
  ['--blue-ink', 'var(--ball-blue)'],
  ['--green-ink', 'var(--ball-green)'],
  ['--die', 'var(--on-ball)'],
  ['--on-die', 'var(--ink)'],
  ['--on-die-red', 'var(--ball-red)'],
];

const LANES = ['#E6DE00', '#0A84C6', '#5B5B60', '#E8730C', '#11B5B5', '#4A35D8', '#BDBDC2', '#D9241B', '#7A1410', '#08801A'];
const DARK_LANES: readonly number[] = [1, 4, 5, 7];
const ON_LIGHT_LANE = '#14140F';
const ON_LANE = '#FFFFFF';

/** Colour of a lane and of its text, from 1. */
export function laneColours(lane: number): { readonly lane: string; readonly on: string } {
  return { lane: LANES[lane - 1] ?? ON_LIGHT_LANE, on: DARK_LANES.includes(lane) ? ON_LIGHT_LANE : ON_LANE };
}

function standIns(theme: Theme): string {
  const lanes = LANES.flatMap((lane, at) => [
    [`--lane-${at + 1}`, lane] as const,
    [`--on-lane-${at + 1}`, laneColours(at + 1).on] as const,
  ]);
  return [...STAND_INS, ...lanes]
    .filter(([name]) => !Object.hasOwn(theme, name))
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
}

const properties = (theme: Theme): string =>
  Object.entries(theme)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

const themed = (within: string, themes: BrandLook['themes']): string =>
  Object.entries(themes ?? {})
    .map(([name, theme]) => `${within}[data-theme=${name}]{${properties(theme)}}`)
    .join('');

/**
 * The whole style sheet: light, dark as the device says, and dark by choice (`data-look` on the root element). Values are colours,
 * lengths and durations, which the schema holds, so nothing in them can load or run anything.
 */
export function brandCss({ theme, dark, themes, darkThemes }: BrandLook): string {
  const rest = standIns(theme);
  const light = `:root{color-scheme:light;${properties(theme)}${rest ? `;${rest}` : ''}}${themed('', themes)}`;
  if (dark === undefined) return light;
  const inTheDark = (root: string): string => `${root}{color-scheme:dark;${properties(dark)}}${themed(`${root} `, darkThemes)}`;
  return `${light}@media (prefers-color-scheme:dark){${inTheDark(':root:not([data-look=light])')}}${inTheDark(':root[data-look=dark]')}`;
}
