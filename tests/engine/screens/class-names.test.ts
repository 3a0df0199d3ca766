import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Sheets are loaded with their blocks and stay: whatever a player opened before is applied to every later page. A class that two sheets
 * say something about on its own looks one way after one visit and another way after the next.
 */
it('says in one sheet alone what a class looks like', () => {
  const sheets = ['engine/screens', 'app/shell'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => join(folder, name)),
  );
  const owners = new Map<string, Set<string>>();
  for (const sheet of sheets) {
    const rules = readFileSync(sheet, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
    for (const [, selectors = ''] of rules.matchAll(/([^{}]+)\{/g))
      for (const selector of selectors.replaceAll(/\([^)]*\)/g, '()').split(',')) {
        // One class, in whatever state: .switch, .switch::before, .switch:checked, .switch[data-on].
        const name = /^\s*\.([\w-]+)(?:::?[\w-]+|\[[^\]]*\])*\s*$/.exec(selector)?.[1];
        if (name !== undefined) owners.set(name, (owners.get(name) ?? new Set()).add(sheet));
      }
  }
  expect(owners.size).toBeGreaterThan(200);
  expect([...owners].filter(([, files]) => files.size > 1).map(([name, files]) => `.${name}: ${[...files].join(', ')}`)).toEqual([]);
});
