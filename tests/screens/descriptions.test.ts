/** The app's own screen and brand descriptions: valid, compiled without a problem, honest about money. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validators } from '../../engine/descriptions/generated/validators.js';
import { isIconName } from '../../engine/screens/kit/icon.tsx';
import { GENERIC_BLOCKS } from '../../engine/screens/blocks/register.ts';
import { compileExpression, compileTemplate } from '../../engine/descriptions/screens/expression.ts';
import type { ScreenDescription } from '../../engine/screens/core/contract.ts';
import { FRAME_BLOCKS } from '../../engine/screens/frame/register.ts';
import { gameBlocks } from '../../engine/screens/lottery/register.ts';
import { compileScreen } from '../../engine/screens/core/plan.ts';

const folder = new URL('../../app/descriptions/', import.meta.url);
const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as T;
const screens = readdirSync(new URL('screens/', folder)).map((file) => [file, read<ScreenDescription>(`screens/${file}`)] as const);
const names = new Set([...GENERIC_BLOCKS, ...gameBlocks, ...FRAME_BLOCKS].map(({ name }) => name));

/** Every text of a description with the name of its property. */
function* texts(value: unknown, key = ''): Generator<readonly [key: string, text: string]> {
  if (typeof value === 'string') yield [key, value];
  else if (Array.isArray(value)) for (const item of value) yield* texts(item, key);
  else if (typeof value === 'object' && value !== null) for (const [name, child] of Object.entries(value)) yield* texts(child, name);
}
/** Names of the properties that are true. */
function* flags(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) {
    if (child === true) yield name;
    yield* flags(child);
  }
}
const EXPRESSIONS = new Set(['when', 'each', 'of', 'items', 'game']);
/** These show amounts in every state and carry the mark themselves. */
const MARKED = ['play-money', 'profile-card', 'bet-bar', 'slip'];

describe.each(screens)('%s', (file, screen) => {
  it('is valid by its schema', () => {
    const validate = validators.screen;
    if (!validate) throw new Error('no validator for screens');
    expect(validate(screen), JSON.stringify(validate.errors)).toBe(true);
    expect(`${screen.code}.json`).toBe(file);
  });

  it('compiles without a problem, text by text', () => {
    expect(compileScreen(screen).problems).toEqual([]);
    for (const [key, text] of texts(screen)) {
      if (EXPRESSIONS.has(key)) expect(() => compileExpression(text), text).not.toThrow();
      else expect(() => compileTemplate(text), text).not.toThrow();
    }
  });

  it('uses blocks and icons that exist, and sources that it declares', () => {
    for (const { block } of screen.blocks) expect(names.has(block), block).toBe(true);
    for (const [key, text] of texts(screen.blocks)) if (key === 'icon') expect(isIconName(text), text).toBe(true);
    const declared = Object.keys(screen.sources ?? {});
    for (const [key, text] of texts(screen.blocks)) if (key === 'source') expect(declared).toContain(text);
    for (const { dependencies } of compileScreen(screen).blocks)
      for (const source of dependencies.sources) expect(declared).toContain(source);
  });

  it('says that money is play money wherever it shows an amount', () => {
    const amounts = [...texts(screen)].filter(([, text]) => /\b(money|signed|shortMoney)\(/.test(text));
    const marked = screen.blocks.some(({ block }) => MARKED.includes(block)) || [...flags(screen)].includes('money');
    expect(amounts.length === 0 || marked, `${amounts[0]?.[1]} without a mark`).toBe(true);
  });
});

describe('brand', () => {
  const brand = read<{ tabs: { icon: string; screen: string }[]; theme: Record<string, string> }>('brands/caipu.json');

  it('is valid by its schema, and its tabs show screens that exist', () => {
    const validate = validators.brand;
    if (!validate) throw new Error('no validator for brands');
    expect(validate(brand), JSON.stringify(validate.errors)).toBe(true);
    for (const { icon, screen } of brand.tabs) {
      expect(isIconName(icon), icon).toBe(true);
      expect(screens.map(([, { code }]) => code)).toContain(screen);
    }
  });

  it('keeps text readable: 4.5:1 on every surface that it stands on', () => {
    const contrast = (a: string, b: string): number => {
      const [x, y] = [luminance(brand.theme[a] as string), luminance(brand.theme[b] as string)].sort((p, q) => q - p) as [number, number];
      return (x + 0.05) / (y + 0.05);
    };
    for (const [text, surface] of [
      ['--ink', '--page'],
      ['--ink', '--card'],
      ['--ink-2', '--page'],
      ['--ink-2', '--card'],
      ['--on-brand', '--brand'],
      ['--on-brand', '--brand-pressed'],
      ['--brand', '--page'],
      ['--gold', '--page'],
      ['--gold-on-brand', '--ink'],
      ['--info', '--card'],
      ['--on-ball', '--ball-red'],
      ['--on-ball', '--ball-blue'],
      ['--on-ball', '--ball-green'],
    ] as const)
      expect(contrast(text, surface), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
  });
});

/** Relative luminance of #RRGGBB as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
