/** What the screens of this product may name, from the table of calls and the other descriptions of the set. */
import type { CodeTerms } from '../../engine/descriptions/screens/expression.ts';
import type { Vocabulary } from '../../engine/descriptions/screens/vocabulary.ts';
import type { MenuDescription } from '../../engine/descriptions/menu.ts';
import type { RoutesDescription } from '../../engine/descriptions/routes.ts';
import { vocabulary as callVocabulary } from '../../protocol/calls/vocabulary.ts';
import { STREAM_EVENTS } from '../../protocol/events.ts';
import type { DocumentSet } from './checkers.ts';

/** The menu that says what each code does. */
export const CODES_MENU = 'codes';

const calls = callVocabulary();

const NO_ROUTES = { routes: [], aliases: [], gameKeys: { rules: [], table: {} } } as unknown as RoutesDescription;

/** The routes; none at all where their file has gone, and undefined in a set that has nothing to do with routes. */
export const publishedRoutes = (neighbours: DocumentSet): RoutesDescription | undefined =>
  (neighbours.inForce('routes')[0] as unknown as RoutesDescription | undefined) ?? (neighbours.expected('routes') ? NO_ROUTES : undefined);

export function screenVocabulary(neighbours: DocumentSet): Vocabulary {
  const first = <T>(kind: string): T | undefined => neighbours.inForce(kind)[0] as unknown as T | undefined;
  const menuNames = neighbours.codes('menu');
  const screens = neighbours.codes('screen');
  const menus = neighbours.inForce('menu') as unknown as readonly MenuDescription[];
  const brands = neighbours.inForce('brand') as unknown as readonly { readonly themes?: object }[];
  const catalogue = menus.find(({ code }) => code === CODES_MENU);
  const routes = publishedRoutes(neighbours);
  const functions =
    first<{ readonly functions: Vocabulary['functions'] }>('functions')?.functions ?? (neighbours.expected('functions') ? {} : undefined);
  const terms = first<{ readonly terms: CodeTerms }>('terms')?.terms ?? (neighbours.expected('terms') ? {} : undefined);
  // A set without menus, such as a folder of games alone, says nothing about which menus there are.
  return {
    calls,
    events: STREAM_EVENTS,
    lists: neighbours.codes('list'),
    ...(routes === undefined ? {} : { routes }),
    ...(screens.length === 0 ? {} : { screens }),
    ...(menuNames.length === 0 ? {} : { menus: menuNames }),
    ...(catalogue === undefined ? {} : { menuCodes: catalogue.entries.map(({ code }) => code) }),
    ...(functions === undefined ? {} : { functions }),
    ...(brands.length === 0 ? {} : { themes: brands.flatMap(({ themes }) => Object.keys(themes ?? {})) }),
    ...(terms === undefined ? {} : { terms }),
  };
}
