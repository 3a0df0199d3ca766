/**
 * The page as a player gets it: the built index.html with the brand, the player's choice of light or dark and the descriptions of the
 * first screen put in, so that the first paint has the right colours and waits for no further request.
 */
import { createHash } from 'node:crypto';
import { type BrandDescription, chromeColours, type ColourScheme } from '../../../engine/descriptions/brand.ts';
import { brandCss } from '../../../engine/descriptions/brand-css.ts';
import { logoDrawing } from '../../../engine/descriptions/brand-icon.ts';

/** Where index.html wants the boot block and the brand. */
const HEAD = '<!--caipu-boot-->';
/** What stands before the app does: from the first of these to the second. */
const SPLASH = /<!--caipu-splash-->.*<!--\/caipu-splash-->/s;
/** Shown when the app is long in coming, without any script, and when app/start.js knows why it does not. An empty address is the page's own. */
const SPLASH_HELP = '<span class="splash__help"><span>加载有些慢，请检查网络</span><a class="button" href="">重新加载</a></span>';
const ICON = /<link rel="icon"[^>]*>/;
const SHEETS = /<link rel="stylesheet"[^>]*>/g;
const TITLE = /<title>[^<]*<\/title>/;

export interface PageParts {
  /** The built index.html. */
  readonly template: string;
  /** The descriptions that the page brings. */
  readonly boot: unknown;
  readonly brand: BrandDescription | undefined;
  readonly brandHash: string;
  readonly look: ColourScheme;
  /** What the browser is to fetch along with the page, as HTML. */
  readonly links: string;
}

export function composePage({ template, boot, brand, brandHash, look, links }: PageParts): string {
  // Functions, because "$" in a replacement text has a meaning of its own.
  // The sheets before anything else that is fetched: the first paint waits for them alone, and a browser asks for six files at a time.
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
  // It also names what the sheet says, so that a phone that keeps it forever notices when we write it in another way.
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
