/**
 * Composes the page of a player: the built index.html with the brand, the player's choice of light or dark, and the descriptions of the first
 * screen. So the first paint has the right colours and needs no further request.
 */
import { createHash } from 'node:crypto';
import { type BrandDescription, chromeColours, type ColourScheme } from '../../../engine/descriptions/brand.ts';
import { brandCss } from '../../../engine/descriptions/brand-css.ts';
import { logoDrawing } from '../../../engine/descriptions/brand-icon.ts';

/** The place of the boot block and the brand in index.html. */
const HEAD = '<!--caipu-boot-->';
/** The splash screen in index.html, from the first comment to the second. */
const SPLASH = /<!--caipu-splash-->.*<!--\/caipu-splash-->/s;
/** The help of the splash screen. CSS shows it when the app loads slowly, and app/start.js when loading failed. The empty address reloads the page. */
const SPLASH_HELP = '<span class="splash__help"><span>加载有些慢，请检查网络</span><a class="button" href="">重新加载</a></span>';
const ICON = /<link rel="icon"[^>]*>/;
const SHEETS = /<link rel="stylesheet"[^>]*>/g;
const TITLE = /<title>[^<]*<\/title>/;

export interface PageParts {
  /** The built index.html. */
  readonly template: string;
  /** The descriptions in the page. */
  readonly boot: unknown;
  readonly brand: BrandDescription | undefined;
  readonly brandHash: string;
  readonly look: ColourScheme;
  /** Preload links, as HTML. */
  readonly links: string;
}

export function composePage({ template, boot, brand, brandHash, look, links }: PageParts): string {
  // Functions, because "$" in a replacement text has a meaning of its own.
  // The style sheets come first, because the first paint waits only for them and a browser loads six files at a time.
  const sheets = (template.match(SHEETS) ?? []).join('');
  const head = (brand ? brandHead(brand, brandHash, look) : '') + sheets + links + bootBlock(boot);
  const html = template.replace(SHEETS, '').replace(HEAD, () => head);
  if (!brand) return html;
  const icon = `/descriptions/brand/${brand.code}.${brandHash}.svg`;
  return html
    .replace('<html', () => (look === 'auto' ? '<html' : `<html data-look="${look}"`))
    .replace(ICON, () => `<link rel="icon" type="image/svg+xml" href="${icon}">`)
    .replace(TITLE, () => `<title>${text(brand.name)}</title>`)
    .replace(SPLASH, () => splash(brand));
}

function bootBlock(boot: unknown): string {
  // "<" could end the script element early; JSON reads its escape as the same character.
  const data = JSON.stringify(boot).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return `<script type="application/json" id="caipu-boot">${data}</script>`;
}

/** Address of the brand's style sheet. */
export function brandSheet(brand: BrandDescription, hash: string): string {
  // The address also has a hash of the style sheet, so that a phone that caches it forever loads a changed one.
  const version = createHash('sha256').update(brandCss(brand)).digest('hex').slice(0, 8);
  return `/descriptions/brand/${brand.code}.${hash}.css?${version}`;
}

function brandHead(brand: BrandDescription, hash: string, look: ColourScheme): string {
  const colours = chromeColours(brand);
  const metas = (['light', 'dark'] as const).map(
    (scheme) => `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${colours[look === 'auto' ? scheme : look]}">`,
  );
  const sheet = `<link rel="stylesheet" data-brand href="${brandSheet(brand, hash)}">`;
  return `${metas.join('')}${sheet}`;
}

function splash(brand: BrandDescription): string {
  const logo = logoDrawing(brand.logo, 'currentColor', 'var(--icon-2)');
  const mark = logo && `<svg class="icon splash__logo" viewBox="0 0 24 24" width="72" height="72" aria-hidden="true">${logo}</svg>`;
  const slogan = brand.slogan ? `<small class="splash__slogan">${text(brand.slogan)}</small>` : '';
  return `<p class="splash">${mark}<span class="splash__name">${text(brand.name)}</span>${slogan}${SPLASH_HELP}</p>`;
}

const text = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
