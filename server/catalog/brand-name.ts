import type { Publication } from './publication.ts';

/** What the product is called by the brand that players see; '' while there is none. */
export function brandName(publication: Pick<Publication, 'index' | 'document'>): string {
  const { brand, documents } = publication.index();
  const [code = '', hash = ''] = Object.entries(documents.brand ?? {}).find(([each]) => brand === undefined || each === brand) ?? [];
  const body = JSON.parse(publication.document('brand', code, hash) ?? '{}') as { readonly name?: unknown };
  return typeof body.name === 'string' ? body.name : '';
}
