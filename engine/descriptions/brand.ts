/** The look of a brand (schemas/brand.schema.json) as a style sheet: what the page is painted with before any script has run. */
import { LOGOS } from './generated/logos.js';

export type Theme = Readonly<Record<`--${string}`, string>>;

export interface BrandLook {
  readonly theme: Theme;
  /** What differs in the dark; without it the brand is light everywhere. */
  readonly dark?: Theme;
  /** What differs on pages of a theme, by its name. */
  readonly themes?: Readonly<Record<string, Theme>>;
  readonly darkThemes?: Readonly<Record<string, Theme>>;
}

/** What the page says of a brand. */
export interface BrandDescription extends BrandLook {
  readonly code: string;
  readonly name: string;
  readonly slogan?: string;
  /** Name of the drawing that stands for it. */
  readonly logo?: string;
}

/** A choice of the player; 'auto' follows the device. */
export type Look = 'auto' | 'light' | 'dark';

export const LOOKS: readonly Look[] = ['auto', 'light', 'dark'];

export function isLook(value: unknown): value is Look {
  return (LOOKS as readonly unknown[]).includes(value);
}

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
  ['--pip', 'var(--ink)'],
  ['--pip-red', 'var(--ball-red)'],
];

const LANES = ['#E6DE00', '#0A84C6', '#5B5B60', '#E8730C', '#11B5B5', '#4A35D8', '#BDBDC2', '#D9241B', '#7A1410', '#08801A'];
const DARK_LANES: readonly number[] = [1, 4, 5, 7];
const ON_LIGHT_LANE = '#14140F';
const ON_LANE = '#FFFFFF';

/** Colour of a lane and of what is written on it, from 1. */
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

/** A brand's colour in the light and in the dark, for what the browser paints around the page. */
export function chromeColours({ theme, dark }: BrandLook): { readonly light: string; readonly dark: string } {
  const light = theme['--brand'] ?? '';
  return { light, dark: dark ? (dark['--page'] ?? light) : light };
}

/** A drawing of the logo with the tones given, as the children of an svg on a 24 grid; '' for a logo that is not drawn. */
export function logoDrawing(logo: string | undefined, main: string, second: string): string {
  if (logo === undefined || !Object.hasOwn(LOGOS, logo)) return '';
  return (LOGOS[logo] as string).replaceAll('currentColor', main).replaceAll('var(--icon-2)', second);
}

/** The brand's icon as an SVG file: its logo on its colour. It stands alone, so its colours are written out. */
export function brandIcon({ theme, logo }: BrandDescription): string {
  const [ground, main, second] = [theme['--brand'] ?? '', theme['--gold-on-brand'] ?? '', theme['--on-brand'] ?? ''];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<rect width="64" height="64" rx="15" fill="${ground}"/>`,
    `<g transform="translate(10 10) scale(1.8333)">${logoDrawing(logo, main, second)}</g></svg>`,
  ].join('');
}
