/** Icons, scenes and slides (engine/screens/kit) are on one grid and take their colours from the theme. Every icon that a description names exists. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDocument, loadFamily, loadGame } from '../../../engine/descriptions/load.ts';
import { resolveGame } from '../../../engine/descriptions/resolve.ts';
import { CONTROL_NAMES, ICON_NAMES, SCENE_NAMES } from '../../../engine/descriptions/icons.ts';
import type { FamilyDescription } from '../../../engine/descriptions/types.ts';
import { calendarOfGame, familyOf } from '../../support/families.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const json = <T>(path: string): T => JSON.parse(read(path)) as T;
const drawn = (folder: string): string[] => readdirSync(join(root, 'engine/screens/kit', folder)).map((file) => file.replace(/\.svg$/, ''));

const FILLS = ['none', 'currentColor', 'var(--icon-2)'];
const ATTRIBUTES = ['d', 'fill', 'fill-rule', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'transform'];

/** The points of a path's absolute commands M and L. Points of relative commands and curves are not checked. */
const placesOf = (d: string): number[] =>
  [...d.matchAll(/[ML]\s*(-?[\d.]+)[\s,]*(-?[\d.]+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);

describe.each([
  ['icons', '0 0 24 24', 24],
  ['scenes', '0 0 120 96', 120],
] as const)('%s', (folder, viewBox, size) => {
  it.each(drawn(folder))('%s is on the grid, in two tones', (name) => {
    const text = read(`engine/screens/kit/${folder}/${name}.svg`);
    expect(text.startsWith(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><path `)).toBe(true);
    const tags = [...text.matchAll(/<(\/?\w+)([^>]*)>/g)].slice(1, -1);
    expect(tags.length).toBeGreaterThan(0);
    const tones = new Set<string>();
    for (const [, tag, rest = ''] of tags) {
      expect(tag).toBe('path');
      const attributes = Object.fromEntries([...rest.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value ?? '']));
      for (const key of Object.keys(attributes)) expect(ATTRIBUTES, `${name}: ${key}`).toContain(key);
      for (const key of ['fill', 'stroke']) {
        const value = attributes[key];
        if (value === undefined) continue;
        expect(FILLS, `${name}: ${key}`).toContain(value);
        if (value !== 'none') tones.add(value);
      }
      for (const place of placesOf(attributes.d ?? '')) {
        expect(place, name).toBeGreaterThanOrEqual(0);
        expect(place, name).toBeLessThanOrEqual(size);
      }
    }
    // An icon may have one tone: a mark is one shape. A scene has both.
    expect(tones.size, name).toBeGreaterThan(0);
    if (folder === 'scenes') expect(tones.size, name).toBe(2);
  });
});

describe('slides of the banner', () => {
  const FILLS_OF_SLIDES = ['none', 'currentColor', 'var(--slide-2)', 'var(--slide-3)', 'var(--slide-4)'];
  it.each(drawn('slides'))('%s is on the grid and has no colour of its own', (name) => {
    const text = read(`engine/screens/kit/slides/${name}.svg`);
    expect(text.startsWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 108">')).toBe(true);
    for (const [, , value] of text.matchAll(/\b(fill|stroke)="([^"]*)"/g)) expect(FILLS_OF_SLIDES).toContain(value);
  });
  it('the schema of banners lists exactly these slides', () => {
    const schema = json<{ properties: { picture: { enum: string[] } } }>('schemas/banner.schema.json');
    expect(schema.properties.picture.enum).toEqual(drawn('slides').sort());
  });
});

describe('names', () => {
  it('there are at least 60 drawn icons and nine scenes, and controls, icons and scenes have different names', () => {
    expect(drawn('icons').length).toBeGreaterThanOrEqual(60);
    expect(SCENE_NAMES.length).toBeGreaterThanOrEqual(9);
    expect(new Set([...CONTROL_NAMES, ...drawn('icons'), ...SCENE_NAMES]).size).toBe(
      CONTROL_NAMES.length + drawn('icons').length + SCENE_NAMES.length,
    );
  });

  const families = new Map(
    readdirSync(join(root, 'games/families')).map((file) => {
      const family = familyOf(file.replace('.json', ''));
      return [family.code, family] as const;
    }),
  );
  const games = readdirSync(join(root, 'games'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const loaded = loadGame(read(`games/${file}`), { file });
      if (!loaded.ok) throw new Error(file);
      const { family } = loaded.document;
      return resolveGame(loaded.document, family === undefined ? undefined : families.get(family), calendarOfGame(loaded.document));
    });

  it('every game has a drawn icon, and no two of a section look the same', () => {
    const seen = new Map<string, string>();
    for (const { code, menu } of games) {
      expect(ICON_NAMES, code).toContain(menu.icon);
      if (menu.mark !== undefined) expect(ICON_NAMES, code).toContain(menu.mark);
      const look = [menu.section, menu.icon, menu.mark].join(' ');
      expect(seen.get(look), `${code} looks like it`).toBeUndefined();
      seen.set(look, code);
    }
  });

  it('every sports game and every cup has a drawn icon, and no two look the same', () => {
    const seen = new Map<string, string>();
    for (const folder of ['sports', 'outrights'])
      for (const file of readdirSync(join(root, 'games', folder))) {
        const { menu } = json<{ menu: { icon?: string; mark?: string } }>(`games/${folder}/${file}`);
        expect(drawn('icons'), file).toContain(menu.icon);
        if (menu.mark !== undefined) expect(drawn('icons'), file).toContain(menu.mark);
        const look = [menu.icon, menu.mark].join(' ');
        expect(seen.get(look), `${file} looks like it`).toBeUndefined();
        seen.set(look, file);
      }
  });

  it('a game without an icon has that of its family, or balls if the family has none', () => {
    const { menu, ...rest } = json<{ menu: object }>('games/jlffc.json');
    const bare = { ...rest, menu: { section: 'quick', order: 1, badge: '分分' } } as never;
    const family = families.get('ssc') as FamilyDescription;
    expect(resolveGame(bare, family).menu).toEqual({ section: 'quick', order: 1, icon: family.icon });
    const { icon: _, ...plain } = family;
    expect(resolveGame(bare, plain).menu.icon).toBe('balls');
    expect(menu).not.toHaveProperty('badge');
  });

  it('every menu entry has a drawn icon and no text in its place', () => {
    for (const file of readdirSync(join(root, 'app/descriptions/menus')))
      for (const { code, icon } of json<{ entries: { code: string; icon?: { name?: string; text?: string } }[] }>(
        `app/descriptions/menus/${file}`,
      ).entries) {
        expect(drawn('icons'), `${file} ${code}`).toContain(icon?.name);
        expect(icon?.text, code).toBeUndefined();
      }
  });
});

describe('a description is refused if it names an icon that does not exist, and the place of the name is reported', () => {
  const problemsOf = (loaded: ReturnType<typeof loadDocument>): string[] =>
    loaded.ok ? [] : loaded.problems.map(({ code, pointer, details }) => `${code} ${pointer} ${details?.guess}`);

  it('[S79] in a game, its mark and a family', () => {
    const game = json<{ menu: object }>('games/ssq.json');
    const changed = { ...game, menu: { ...game.menu, icon: 'dubble-ball', mark: 'mark-blot' } };
    expect(problemsOf(loadGame(JSON.stringify(changed), { file: 'ssq.json' }))).toEqual([
      'SCREEN_ICON /menu/icon double-ball',
      'SCREEN_ICON /menu/mark mark-bolt',
    ]);
    const family = { ...json<object>('games/families/k3.json'), icon: 'dise' };
    expect(problemsOf(loadFamily(JSON.stringify(family), { file: 'k3.json' }))).toEqual(['SCREEN_ICON /icon dice']);
  });

  it('[S79] in a menu and in a brand', () => {
    const menu = json<{ entries: object[] }>('app/descriptions/menus/home.json');
    const entries = [{ ...menu.entries[0], icon: { name: 'shopp' } }, ...menu.entries.slice(1)];
    expect(problemsOf(loadDocument(JSON.stringify({ ...menu, entries }), { file: 'home.json', kind: 'menu' }))).toEqual([
      'SCREEN_ICON /entries/0/icon/name shop',
    ]);
    const brand = { ...json<object>('app/descriptions/brands/caipu.json'), logo: 'logo-leav' };
    expect(problemsOf(loadDocument(JSON.stringify(brand), { file: 'caipu.json', kind: 'brand' }))).toEqual(['SCREEN_ICON /logo logo-leaf']);
  });
});
