/** The app's own screen descriptions: valid, compiled without a problem, honest about money. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EvaluationContext, Expression, Template } from '../../../engine/descriptions/screens/expression.ts';
import { validators } from '../../../engine/descriptions/generated/validators.js';
import { GENERIC_BLOCKS } from '../../../engine/screens/blocks/register.ts';
import { currentFormat } from '../../../engine/descriptions/migrations.ts';
import { screenFindings } from '../../../engine/descriptions/screens/check.ts';
import type { RawBlock, ScreenDocument } from '../../../engine/screens/core/contract.ts';
import { FRAME_BLOCKS } from '../../../engine/screens/frame/register.ts';
import { LOTTERY_BLOCKS } from '../../../engine/screens/lottery/register.ts';
import { SMALL_BLOCKS } from '../../../engine/screens/small/register.ts';
import { SPORT_BLOCKS } from '../../../engine/screens/sports/register.ts';
import { compileScreen, type NodePlan } from '../../../engine/screens/core/plan.ts';
import { productVocabulary } from '../../support/vocabulary.ts';
import { compiledLeaves, markedLeaves, type SchemaNode } from './support/leaves.ts';

const folder = new URL('../../../app/descriptions/', import.meta.url);
const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as T;
const screens = readdirSync(new URL('screens/', folder)).map((file) => [file, read<ScreenDocument>(`screens/${file}`)] as const);
const names = new Set([...GENERIC_BLOCKS, ...LOTTERY_BLOCKS, ...SPORT_BLOCKS, ...SMALL_BLOCKS, ...FRAME_BLOCKS].map(({ name }) => name));

const schema = read<SchemaNode>('../../schemas/screen.schema.json');
const vocabulary = productVocabulary();
const LEAVES_OF_MONEY = /\b(money|signed)\(/;
/** Blocks that show amounts in every state, with their own mark for play money. */
const MARKED = ['play-money', 'profile-card', 'bet-bar', 'slip'];

/** A player is logged in, and no source has answered. */
const UNANSWERED: EvaluationContext = {
  lookup: (name) =>
    name === 'session' ? { loggedIn: true, mid: '10001' } : ['sources', 'state', 'params', 'query'].includes(name) ? {} : undefined,
  now: () => 0,
  offsetMinutes: 480,
  terms: {},
};
/** By screen, texts that may stand there without an answer, because they leave out the figure. */
const UNCLAIMED: Readonly<Record<string, readonly string[]>> = { mine: ['今日盈亏', '待开奖'], myAttention: ['关注', '粉丝'] };
/** Blocks that show a skeleton until the sources that they read have answered. */
const WAIT = ['calendar', 'hero', 'rows', 'tiles'];

const shown = (part: { readonly when?: Expression }): boolean => !part.when || Boolean(part.when.evaluate(UNANSWERED));

/** The texts of a part of a screen that read a source. Texts of actions are left out: they are shown only after a tap. */
function textsOf(part: unknown): Template[] {
  if (typeof part !== 'object' || part === null || !shown(part)) return [];
  const { references, expand } = part as Partial<Template>;
  if (expand) return references?.some(({ name }) => name === 'sources') ? [part as Template] : [];
  return Object.entries(part).flatMap(([name, value]) => (name === 'action' ? [] : textsOf(value)));
}

/** Names of form fields whose value reads a source, in forms that do not wait for it. Saving such a form early would overwrite the values. */
function filledEarly({ block, children }: NodePlan): string[] {
  if (!shown(block) || 'source' in block) return [];
  const fields = block.block === 'form' ? block.fields.filter((field) => 'value' in field && textsOf(field.value).length > 0) : [];
  return [...fields.map(({ name }) => name), ...children.flatMap(filledEarly)];
}

/** The texts that read a source and that a block, or a block inside it, shows before the source has answered. */
function claimsOf({ block, children }: NodePlan): Template[] {
  if (!shown(block) || 'source' in block) return [];
  return [...(WAIT.includes(block.block) ? [] : textsOf(block)), ...children.flatMap(claimsOf)];
}

/** Every block of a tree, with those inside groups. */
const everyBlock = (blocks: readonly RawBlock[]): RawBlock[] => blocks.flatMap((block) => [block, ...everyBlock(block.blocks ?? [])]);

/** Rows, cells and comments that are named after a player. */
function named(part: unknown): Readonly<Record<string, unknown>>[] {
  if (typeof part !== 'object' || part === null) return [];
  const { title, label, author, picture, avatar } = part as Readonly<Record<string, unknown>>;
  // What a button or a sheet does names a player too, and is no place for a picture.
  const own = 'do' in part || 'yes' in part || 'block' in part ? undefined : (author ?? title ?? label);
  const found =
    typeof own === 'string' && /^(\{rank\}[ .·]*)?\{(\w+\.)*(who|creator)\.name\}/.test(own) ? [{ own, shows: avatar ?? picture }] : [];
  return [...found, ...Object.values(part).flatMap(named)];
}

describe.each(screens)('%s', (file, screen) => {
  it('is valid by its schema', () => {
    const validate = validators.screen;
    if (!validate) throw new Error('no validator for screens');
    expect(validate(screen), JSON.stringify(validate.errors)).toBe(true);
    expect(`${screen.code}.json`).toBe(file);
    expect(screen.format).toBe(currentFormat('screen'));
  });

  it('compiles without a problem, and exactly the texts and expressions that the schema marks', () => {
    const { problems, ...plan } = compileScreen(screen);
    expect(problems).toEqual([]);
    expect(compiledLeaves(plan)).toEqual(markedLeaves(schema, screen));
  });

  it('shows no statement about a source before it has answered', () => {
    const plan = compileScreen(screen);
    const claims = [...textsOf(plan.header?.action.label), ...plan.blocks.flatMap(claimsOf)].map((text) => text.expand(UNANSWERED));
    expect(claims.filter((text) => /\p{Script=Han}/u.test(text)).map((text) => text.trim())).toEqual(UNCLAIMED[screen.code] ?? []);
    expect(plan.blocks.flatMap(filledEarly)).toEqual([]);
  });

  it('[S84] makes sense: sources, fields, blocks, icons, routes and calls that exist', () => {
    expect(screenFindings(screen, vocabulary)).toEqual([]);
    for (const { block } of everyBlock(screen.blocks)) expect(names.has(block), block).toBe(true);
  });

  it('shows the picture of a player where a row, a cell or a comment is named after him: pictures and frames are sold for that', () => {
    for (const { own, shows } of named(screen.blocks)) expect(shows, String(own)).toMatch(/^\{(\w+\.)*(who|creator)\.avatar\}$/);
  });

  it('says that money is play money wherever it shows an amount', () => {
    const text = JSON.stringify(screen);
    if (!LEAVES_OF_MONEY.test(text)) return;
    const marked = everyBlock(screen.blocks).some(({ block }) => MARKED.includes(block)) || text.includes('"money":true');
    expect(marked).toBe(true);
  });
});
