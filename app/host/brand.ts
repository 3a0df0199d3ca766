/** The brand description as the app reads it (schemas/brand.schema.json), and its look put onto the page. */
import type { BrandDescription, BrandLook } from '../../engine/descriptions/brand.ts';
import type { RequestBrand } from '../platform/index.ts';

export interface Brand extends RequestBrand, BrandDescription {
  readonly productId: number;
  /** "+08:00": the wall clock that times are written in. */
  readonly utcOffset: string;
  readonly tabs: readonly { readonly label: string; readonly icon: string; readonly screen: string }[];
}

/** Marks the style sheet of the brand that the server puts into the page. */
const BRAND_SHEET = 'link[data-brand]';

/**
 * Gives the page the brand's look, unless it came with it, as it does from our server. As a constructed style sheet, which a strict
 * Content-Security-Policy allows; fetched, because most pages never need it.
 */
export async function applyBrand(brand: BrandLook): Promise<void> {
  if (document.querySelector(BRAND_SHEET)) return;
  const { brandCss } = await import('../../engine/descriptions/brand-css.ts');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(brandCss(brand));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** "+08:00" → 480. */
export function offsetMinutes(utcOffset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(utcOffset) ?? [];
  if (hours === undefined || minutes === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
