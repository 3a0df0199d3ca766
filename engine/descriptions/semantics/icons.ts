/** The icons that games, families, menus and brands name: each must be drawn. Screens are asked by their own check of names. */
import { CONTROL_NAMES, ICON_NAMES } from '../icons.ts';
import type { Finding } from '../problem.ts';
import { collectFindings, unknownNameDetails } from './report.ts';

type Json = Readonly<Record<string, unknown>>;

const KNOWN: ReadonlySet<unknown> = new Set(ICON_NAMES);
const CONTROLS: ReadonlySet<unknown> = new Set(CONTROL_NAMES);
/** The suggested icons: pictures, and not the thin icons of controls. Any other icon is valid, too. */
const DRAWN_NAMES = ICON_NAMES.filter((name) => !CONTROLS.has(name));
/** The suggested marks of games: the icons that are made for this. */
const MARK_NAMES = ICON_NAMES.filter((name) => name.startsWith('mark-'));

/** Pointer and name of each icon of a description that has passed the check of its shape. */
function iconsOf(kind: string, document: Json): (readonly [string, unknown])[] {
  if (kind === 'family') return [['/icon', document.icon]];
  if (kind === 'game') {
    const { icon, mark } = document.menu as Json;
    return [
      ['/menu/icon', icon],
      ['/menu/mark', mark],
    ];
  }
  if (kind === 'scratch') return (document.symbols as readonly Json[]).map(({ icon }, at) => [`/symbols/${at}/icon`, icon]);
  if (kind === 'article') return [['/icon/name', (document.icon as Json).name]];
  if (kind === 'menu')
    return (document.entries as readonly { readonly icon?: Json }[]).map(({ icon }, at) => [`/entries/${at}/icon/name`, icon?.name]);
  if (kind === 'brand')
    return [['/logo', document.logo], ...(document.tabs as readonly Json[]).map(({ icon }, at) => [`/tabs/${at}/icon`, icon] as const)];
  return [];
}

export function iconFindings(kind: string, document: Json): Finding[] {
  return collectFindings((add) => {
    for (const [pointer, name] of iconsOf(kind, document))
      if (name !== undefined && !KNOWN.has(name))
        add('SCREEN_ICON', pointer, unknownNameDetails(String(name), pointer === '/menu/mark' ? MARK_NAMES : DRAWN_NAMES));
  });
}
