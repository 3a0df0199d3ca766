/** The logo of a brand where no sprite can be read: in the page before the app stands, and as an icon. */
import type { BrandDescription } from './brand.ts';
import { LOGOS } from './generated/logos.js';

/** A drawing of the logo with the tones given, as the children of an svg on a 24 grid; '' for a logo that is not drawn. */
export function logoDrawing(logo: string | undefined, main: string, second: string): string {
  if (logo === undefined || !Object.hasOwn(LOGOS, logo)) return '';
  return (LOGOS[logo] as string).replaceAll('currentColor', main).replaceAll('var(--icon-2)', second);
}

/** The brand's icon as an SVG file: its logo on its colour. It stands alone, so its colours are written out. */
export function brandIcon({ theme, logo }: Pick<BrandDescription, 'theme' | 'logo'>): string {
  const [ground, main, second] = [theme['--brand'] ?? '', theme['--gold-on-brand'] ?? '', theme['--on-brand'] ?? ''];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<rect width="64" height="64" rx="15" fill="${ground}"/>`,
    `<g transform="translate(10 10) scale(1.8333)">${logoDrawing(logo, main, second)}</g></svg>`,
  ].join('');
}
