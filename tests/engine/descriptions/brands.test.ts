/** Every brand, light and dark, with its themes: complete, readable, and the only place where a colour is written. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BrandDescription, chromeColours, type Theme } from '../../../engine/descriptions/brand.ts';
import { brandCss, laneColours } from '../../../engine/descriptions/brand-css.ts';
import { brandIcon } from '../../../engine/descriptions/brand-icon.ts';
import { loadDocument } from '../../../engine/descriptions/load.ts';
import { isIconName } from '../../../engine/screens/kit/icon.tsx';
import { contrast, mix } from '../screens/support/colours.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'app/descriptions/brands');
type Brand = BrandDescription & { readonly tabs: readonly { readonly icon: string; readonly screen: string }[]; readonly dark: Theme };
const brands = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Brand);

/** Every look that a page can have. */
const LOOKS = brands.flatMap((brand) => {
  const light = brand.theme;
  const dark = { ...brand.theme, ...brand.dark };
  const themed = Object.keys(brand.themes ?? {}).flatMap((name) => [
    [`${brand.code} light ${name}`, { ...light, ...brand.themes?.[name] }] as const,
    [`${brand.code} dark ${name}`, { ...dark, ...brand.darkThemes?.[name] }] as const,
  ]);
  return [[`${brand.code} light`, light] as const, [`${brand.code} dark`, dark] as const, ...themed];
});

const TEXTS = ['ink', 'ink-2', 'brand-ink', 'gold', 'win', 'lose', 'info', 'red-ink', 'blue-ink', 'green-ink'];
const LANES = Array.from({ length: 10 }, (_, at) => at + 1);

describe.each(LOOKS)('%s', (_name, theme) => {
  const of = (name: string): string => (theme as Readonly<Record<string, string>>)[`--${name}`] ?? '';
  // The mixtures of engine/screens/kit/base.css.
  const surfaces: Readonly<Record<string, string>> = {
    page: of('page'),
    card: of('card'),
    'ink-soft': mix(of('ink'), 0.05, of('card')),
  };

  it('keeps text readable on every surface that it stands on: 4.5:1', () => {
    for (const text of TEXTS)
      for (const [name, surface] of Object.entries(surfaces))
        expect(contrast(of(text), surface), `${text} on ${name}`).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of('brand-ink'), mix(of('brand-ink'), 0.09, of('card'))), 'brand-ink on brand-soft').toBeGreaterThanOrEqual(4.5);
    const goldSoft = mix(of('gold-on-brand'), 0.16, of('card'));
    for (const text of ['gold', 'ink', 'ink-2']) expect(contrast(of(text), goldSoft), `${text} on gold-soft`).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of('card'), mix(of('ink'), 0.9, of('page'))), 'a message that floats').toBeGreaterThanOrEqual(4.5);
  });

  it('keeps what is written on a colour readable', () => {
    for (const surface of ['brand', 'brand-pressed'])
      expect(contrast(of('on-brand'), of(surface)), `on-brand on ${surface}`).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of('gold-on-brand'), of('brand')), 'gold on the brand, large').toBeGreaterThanOrEqual(3);
    expect(contrast(of('on-gold'), of('gold-on-brand')), 'on gold').toBeGreaterThanOrEqual(4.5);
    for (const tone of ['red', 'blue', 'green', 'gold'])
      expect(contrast(of('on-ball'), of(`ball-${tone}`)), `on-ball on ball-${tone}`).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of('on-die'), of('die')), 'pip').toBeGreaterThanOrEqual(4.5);
    expect(contrast(of('on-die-red'), of('die')), 'red pip').toBeGreaterThanOrEqual(3);
    for (const lane of LANES) expect(contrast(of(`on-lane-${lane}`), of(`lane-${lane}`)), `on lane ${lane}`).toBeGreaterThanOrEqual(4.5);
  });

  it('shows the outline of controls: 3:1', () => {
    for (const surface of [of('page'), of('card')]) expect(contrast(of('brand-ink'), surface)).toBeGreaterThanOrEqual(3);
  });
});

describe.each(brands.map((brand) => [brand.code, brand] as const))('brand %s', (code, brand) => {
  it('loads, and shows a drawn logo and drawn tabs', () => {
    const loaded = loadDocument(readFileSync(join(folder, `${code}.json`), 'utf8'), { file: `${code}.json`, kind: 'brand' });
    expect(loaded.ok ? [] : loaded.problems).toEqual([]);
    expect(brand.logo).toMatch(/^logo-/);
    const screens = readdirSync(join(root, 'app/descriptions/screens'));
    for (const { icon, screen } of brand.tabs) {
      expect(isIconName(icon), icon).toBe(true);
      expect(screens).toContain(`${screen}.json`);
    }
  });

  it('has in the dark every colour that it has in the light, and no other', () => {
    const coloured = Object.entries(brand.theme).flatMap(([name, value]) => (value.startsWith('#') ? [name] : []));
    expect(Object.keys(brand.dark).sort()).toEqual(coloured.sort());
    expect(Object.keys(brand.darkThemes ?? {})).toEqual(Object.keys(brand.themes ?? {}));
  });

  it('is another brand than the others: name, logo, colours and corners', () => {
    for (const other of brands) {
      if (other === brand) continue;
      for (const of of [
        ({ name }: Brand) => name,
        ({ logo }: Brand) => logo,
        ({ theme }: Brand) => theme['--brand'],
        ({ theme }: Brand) => theme['--radius'],
      ])
        expect(of(other)).not.toBe(of(brand));
    }
  });
});

describe('the style sheet of a brand', () => {
  const [caipu] = brands as [Brand];

  it('is light, dark as the device says unless light was chosen, and dark by choice', () => {
    const css = brandCss(caipu);
    expect(css.startsWith(':root{color-scheme:light;')).toBe(true);
    expect(css).toContain('@media (prefers-color-scheme:dark){:root:not([data-look=light]){color-scheme:dark;');
    expect(css).toContain(':root[data-look=dark]{color-scheme:dark;');
    for (const name of Object.keys(caipu.themes ?? {})) {
      expect(css).toContain(`}[data-theme=${name}]{`);
      expect(css).toContain(`:root[data-look=dark] [data-theme=${name}]{`);
    }
  });

  it('stands in for what an older file leaves out, the ten lanes among it', () => {
    const css = brandCss({ theme: { '--brand': '#102030' } });
    expect(css).toContain('--brand-ink:var(--brand)');
    for (const lane of LANES) expect(css).toContain(`--on-lane-${lane}:${laneColours(lane).on}`);
    expect(css).not.toContain('dark');
    expect(chromeColours({ theme: { '--brand': '#102030' } })).toEqual({ light: '#102030', dark: '#102030' });
  });

  it('has an icon that stands alone: no tone is left to a page', () => {
    for (const brand of brands) {
      expect(brandIcon(brand)).toContain('<path');
      expect(brandIcon(brand)).not.toMatch(/currentColor|var\(/);
    }
  });
});

describe('style sheets of the engine and the shell', () => {
  const sheets = ['engine/screens', 'app/shell'].flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.css'))
      .map((file) => [`${place}/${file}`, readFileSync(join(root, place, file), 'utf8').replace(/\/\*.*?\*\//gs, '')] as const),
  );
  const components = readdirSync(join(root, 'engine/screens'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(join(root, 'engine/screens', file), 'utf8'));
  const LITERAL =
    /#[0-9a-f]{3,8}\b|\b(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)\(|:\s*(?:white|black|red|gold|gr[ae]y|silver|blue|green|orange)\b/i;

  it('hold no colour of their own', () => {
    expect(sheets.length).toBeGreaterThan(50);
    for (const [file, css] of sheets) expect(LITERAL.exec(css)?.[0], file).toBeUndefined();
  });

  it('write no text in the colour of a surface: --brand and the colours of balls are too dark for it in the dark', () => {
    for (const [file, css] of sheets) expect(/(?<![-\w])color:\s*var\(--(?:brand|ball-\w+|tone)\)/.exec(css)?.[0], file).toBeUndefined();
  });

  it('keep the properties of a brand to themselves: no component gives one of them another meaning', () => {
    const own = Object.keys((brands[0] as Brand).theme);
    for (const text of components) for (const [, name] of text.matchAll(/\{\s*'(--[a-z0-9-]+)'\s*:/g)) expect(own).not.toContain(name);
  });

  it('name only properties that a brand sets or that they make themselves', () => {
    const made = new Set([
      ...Object.keys((brands[0] as Brand).theme),
      ...sheets.flatMap(([, css]) => [...css.matchAll(/(--[a-z0-9-]+)\s*:/g)].map(([, name]) => name)),
      ...components.flatMap((text) => [...text.matchAll(/['"`](--[a-z0-9-]+)['"`]/g)].map(([, name]) => name)),
    ]);
    for (const [file, css] of sheets)
      for (const [, name] of css.matchAll(/var\((--[a-z0-9-]+)(?!\s*,)\)/g))
        expect(made.has(name as string), `${file}: ${name}`).toBe(true);
  });
});
