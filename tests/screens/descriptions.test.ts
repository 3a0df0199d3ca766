/** The app's own screen and brand descriptions: valid, compiled without a problem, honest about money. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validators } from '../../engine/descriptions/generated/validators.js';
import { isIconName } from '../../engine/screens/kit/icon.tsx';
import { GENERIC_BLOCKS } from '../../engine/screens/blocks/register.ts';
import { currentFormat } from '../../engine/descriptions/migrations.ts';
import { screenFindings } from '../../engine/descriptions/screens/check.ts';
import type { RawBlock, ScreenDocument } from '../../engine/screens/core/contract.ts';
import { FRAME_BLOCKS } from '../../engine/screens/frame/register.ts';
import { LOTTERY_BLOCKS } from '../../engine/screens/lottery/register.ts';
import { compileScreen } from '../../engine/screens/core/plan.ts';
import { productVocabulary } from '../support/vocabulary.ts';

const folder = new URL('../../app/descriptions/', import.meta.url);
const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as T;
const screens = readdirSync(new URL('screens/', folder)).map((file) => [file, read<ScreenDocument>(`screens/${file}`)] as const);
const names = new Set([...GENERIC_BLOCKS, ...LOTTERY_BLOCKS, ...FRAME_BLOCKS].map(({ name }) => name));

const vocabulary = productVocabulary();
const LEAVES_OF_MONEY = /\b(money|signed)\(/;
/** These show amounts in every state and carry the mark themselves. */
const MARKED = ['play-money', 'profile-card', 'bet-bar', 'slip'];

/** Every block of a tree, with those inside groups. */
const everyBlock = (blocks: readonly RawBlock[]): RawBlock[] => blocks.flatMap((block) => [block, ...everyBlock(block.blocks ?? [])]);

describe.each(screens)('%s', (file, screen) => {
  it('is valid by its schema', () => {
    const validate = validators.screen;
    if (!validate) throw new Error('no validator for screens');
    expect(validate(screen), JSON.stringify(validate.errors)).toBe(true);
    expect(`${screen.code}.json`).toBe(file);
    expect(screen.format).toBe(currentFormat('screen'));
  });

  it('compiles without a problem, text by text', () => {
    expect(compileScreen(screen).problems).toEqual([]);
  });

  it('[S84] makes sense: sources, fields, blocks, icons, routes and calls that exist', () => {
    expect(screenFindings(screen, vocabulary)).toEqual([]);
    for (const { block } of everyBlock(screen.blocks)) expect(names.has(block), block).toBe(true);
  });

  it('says that money is play money wherever it shows an amount', () => {
    const text = JSON.stringify(screen);
    if (!LEAVES_OF_MONEY.test(text)) return;
    const marked = everyBlock(screen.blocks).some(({ block }) => MARKED.includes(block)) || text.includes('"money":true');
    expect(marked).toBe(true);
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
