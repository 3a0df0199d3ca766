/** What the app needs before it can show anything, for a page into which the server did not put it. */
import type { RoutesDescription } from '../../engine/descriptions/routes.ts';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import { APP_CODE, type Boot, type TermsDescription } from './boot.ts';
import type { Brand } from './brand.ts';

async function json<T>(path: string): Promise<T> {
  const response = await fetch(path, { credentials: 'omit' });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as T;
}

/** @throws when the server cannot be reached or has no brand. */
export async function fetchBoot(): Promise<Boot> {
  const index = await json<DescriptionIndex>('/descriptions/index.json');
  const load = async <T>(kind: string, code: string | undefined): Promise<T> => {
    const hash = code === undefined ? undefined : index.documents[kind]?.[code];
    if (!hash) throw new Error(`no ${kind} description "${code ?? ''}" is published`);
    return json<T>(`/descriptions/${kind}/${code}.${hash}.json`);
  };
  const brandCode = index.brand ?? Object.keys(index.documents.brand ?? {})[0];
  const [brand, routes, terms] = await Promise.all([
    load<Brand>('brand', brandCode),
    load<RoutesDescription>('routes', APP_CODE),
    load<TermsDescription>('terms', APP_CODE),
  ]);
  return {
    index,
    brand,
    routes,
    terms: terms.terms,
    documents: { brand: { [brand.code]: brand }, routes: { [APP_CODE]: routes }, terms: { [APP_CODE]: terms } },
  };
}
