// @vitest-environment happy-dom
/**
 * Every block has an example (example.json in its folder), and every example is drawn in each of its states: what it expects is there by
 * role and accessible name, and nothing is written to the console.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { getAllByRole } from '@testing-library/dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { validators } from '../../../engine/descriptions/generated/validators.js';
import { screenFindings } from '../../../engine/descriptions/screens/check.ts';
import { compileScreen } from '../../../engine/screens/core/plan.ts';
import { BLOCKS, clear, draw, hold, loadBlocks } from './examples/draw.tsx';
import { documentOf, inState } from './examples/example.ts';
import { blockFolders, screenExamples } from './examples/found.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDERS = blockFolders();
const SCREENS = screenExamples();

beforeAll(loadBlocks);
const errors = vi.spyOn(console, 'error');
const warnings = vi.spyOn(console, 'warn');
beforeEach(() => {
  errors.mockClear();
  warnings.mockClear();
});
afterEach(clear);

const CASES = [
  ...FOLDERS.flatMap(({ name, example }) => (example ? [{ name, example }] : [])),
  ...SCREENS.map(({ name, example }) => ({ name: `screen ${name}`, example })),
].flatMap(({ name, example }) =>
  [undefined, ...Object.keys(example.states ?? {})].map((state) => ({ name, state, example: inState(example, state) })),
);

describe('every block', () => {
  it.each(FOLDERS)(
    '$name is registered, says how it can be used without seeing it, and has an example',
    ({ name, description, example }) => {
      // Groups are the tree itself; every screen has them.
      if (name !== 'group') expect(BLOCKS.map((block) => block.name)).toContain(name);
      expect(description.accessibility).toMatch(/^[a-z"].{15,}[^.]$/);
      expect(description.summary).toMatch(/^.*\p{Script=Han}.*。\n[A-Z].{10,}\.$/u);
      expect(example, `${name}/example.json is missing`).toBeDefined();
      expect(JSON.stringify(example?.screen.blocks), 'its example shows it').toContain(`"block":"${name}"`);
      expect(example?.expects.length).toBeGreaterThan(0);
    },
  );

  it('with data of its own shows what it looks like while that loads, when it failed and when there is none', () => {
    const lacking = FOLDERS.filter(({ folder, example }) => folder.startsWith('engine/screens/blocks/') && example?.screen.sources).flatMap(
      ({ name, example }) => ['loading', 'error', 'empty'].filter((state) => !example?.states?.[state]).map((state) => `${name}: ${state}`),
    );
    // These show nothing at all until there is something to show.
    const silent = ['banner', 'dialog', 'notice-bar'];
    expect(lacking.filter((each) => !silent.includes(each.split(':')[0] ?? ''))).toEqual([]);
  });
});

describe('every example', () => {
  it.each(CASES)('$name $state is a valid screen', ({ example }) => {
    const description = documentOf(example);
    const validate = validators.screen;
    validate?.({ ...description, $schema: 'x' });
    expect(validate?.errors ?? []).toEqual([]);
    expect(compileScreen(description).problems).toEqual([]);
    expect(screenFindings(description, { terms: example.terms })).toEqual([]);
  });

  it.each(CASES)('$name $state shows what it expects', async ({ example }) => {
    const { page } = await draw(example);
    for (const expectation of example.expects) hold(page, expectation);
    expect(errors.mock.calls, 'console errors').toEqual([]);
    expect(warnings.mock.calls, 'console warnings').toEqual([]);
  });

  it('fails when a part is not there', async () => {
    const tiles = FOLDERS.find(({ name }) => name === 'tiles')?.example;
    if (!tiles) throw new Error('no example of tiles');
    const { page } = await draw(tiles);
    expect(() => hold(page, { role: 'button', name: '没有这个按钮' })).toThrow('0 found');
    expect(() => hold(page, { role: 'listitem', count: 3 })).toThrow('3 expected, 4 found');
    expect(getAllByRole(page, 'listitem')).toHaveLength(4);
  });
});

describe('the generated pages of docs/reference/', () => {
  it('show blocks, properties and codes as their sources say (npm run docs)', () => {
    execFileSync(process.execPath, [join(ROOT, 'scripts/docs.mjs'), '--check'], { stdio: 'pipe' });
  });
});
