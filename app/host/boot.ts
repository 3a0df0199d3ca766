/**
 * What the app needs before it can show anything: the index, the brand, the routes. The server puts them (and the first screen)
 * into the page; without them, as in development, they are fetched (fetch-boot.ts).
 */
import type { RoutesDescription } from '../../engine/descriptions/routes.ts';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import type { CodeTerms } from '../../engine/descriptions/screens/expression.ts';
import type { Brand } from './brand.ts';

export type BootDocuments = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface Boot {
  readonly index: DescriptionIndex;
  readonly brand: Brand;
  readonly routes: RoutesDescription;
  /** Texts of the codes that screens show. */
  readonly terms: CodeTerms;
  /** kind → code → document, whatever came with the page. */
  readonly documents: BootDocuments;
}

/** Code of the one description of routes, and of the one of terms. */
export const APP_CODE = 'app';

export interface TermsDescription {
  readonly terms: CodeTerms;
}

export function readBoot(document: Document): Boot | undefined {
  const text = document.getElementById('caipu-boot')?.textContent;
  if (!text) return undefined;
  try {
    const { index, documents } = JSON.parse(text) as { index?: DescriptionIndex; documents?: BootDocuments };
    const brands = documents?.brand ?? {};
    const brand = (brands[index?.brand ?? ''] ?? Object.values(brands)[0]) as Brand | undefined;
    const routes = documents?.routes?.[APP_CODE] as RoutesDescription | undefined;
    const terms = documents?.terms?.[APP_CODE] as TermsDescription | undefined;
    return index && documents && brand && routes && terms ? { index, brand, routes, terms: terms.terms, documents } : undefined;
  } catch {
    return undefined;
  }
}
