/**
 * What a screen may name: the calls of the API with their fields and answers, routes, menus, functions of the app, lists and terms. The
 * product hands it over as plain data, since nothing of the product is known here. A part that is left out is not checked.
 */
import type { RoutesDescription } from '../routes.ts';
import type { CodeTerms } from './expression.ts';
import type { Type } from './types.ts';

export interface CallVocabulary {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly idempotent: boolean;
  /** A source may only be a call that changes nothing. */
  readonly changes: 'nothing' | 'state' | 'money';
  readonly fields: Readonly<Record<string, { readonly required: boolean }>>;
  /** JSON Schema of the answer. */
  readonly answer: Type;
}

export interface Vocabulary {
  /** By path in lower case. */
  readonly calls?: Readonly<Record<string, CallVocabulary>>;
  /** Events of the stream by type. */
  readonly events?: Readonly<Record<string, Type>>;
  readonly routes?: RoutesDescription;
  /** Codes of screen descriptions, the one that is checked included. */
  readonly screens?: readonly string[];
  /** Codes of menu descriptions. */
  readonly menus?: readonly string[];
  /** Codes of the menu catalogue. */
  readonly menuCodes?: readonly string[];
  readonly functions?: Readonly<Record<string, { readonly arguments?: Readonly<Record<string, 'required' | 'optional'>> }>>;
  readonly lists?: readonly string[];
  readonly themes?: readonly string[];
  readonly terms?: CodeTerms;
}
