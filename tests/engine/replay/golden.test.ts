/**
 * What every machine does on its generated paths is what its golden file says (tests/engine/replay/golden, read as docs/replay.md says). After a change
 * that is meant, `npx vitest run tests/engine/replay/golden.test.ts -u` writes the files again, and their difference is reviewed with the change.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MACHINES } from '../../../engine/replay/index.ts';
import { compareWithGolden, type GoldenDifference, parseGolden, goldenSourcesOf, goldenText } from './support/golden.ts';
import { goldenFile, moduleOf } from './support/golden-files.ts';
import { viewOf } from './support/views.ts';

/** Most differences that are shown: one fault changes many lines. */
const SHOWN = 12;

const differenceText = ({ sample, line, way, golden, now }: GoldenDifference): string =>
  [`${sample}, line ${line}: ${way.join(' | ') || 'start'}`, `    golden: ${golden}`, `    now:    ${now}`].join('\n');

describe('golden paths', () => {
  it.each(Object.entries(MACHINES))('%s', async (name, machine) => {
    const sources = goldenSourcesOf(name, machine);
    const view = viewOf(name, await moduleOf(name));
    const file = goldenFile(name);
    try {
      await expect(goldenText(name, machine, sources, view)).toMatchFileSnapshot(file);
    } catch (error) {
      const found: GoldenDifference[] = [];
      compareWithGolden(machine, sources, parseGolden(readFileSync(file, 'utf8')), view, (difference) => found.push(difference) > 1_000);
      if (found.length === 0) throw error;
      const more = found.length > SHOWN ? `\nand ${found.length - SHOWN} more` : '';
      throw new Error(
        `${name} does something else than tests/engine/replay/golden/${name}.txt says:\n${found.slice(0, SHOWN).map(differenceText).join('\n')}${more}`,
      );
    }
  });

  it('there is no file of a machine that is gone', () => {
    const files = readdirSync(fileURLToPath(new URL('golden', import.meta.url)));
    expect(files.sort()).toEqual(
      Object.keys(MACHINES)
        .map((name) => `${name}.txt`)
        .sort(),
    );
  });

  it('a difference names the way, what the file says and what is done now', () => {
    const tutorial = MACHINES.tutorial as NonNullable<(typeof MACHINES)['tutorial']>;
    const golden = parseGolden(readFileSync(goldenFile('tutorial'), 'utf8').replace('shown  endsAt=3000', 'shown  endsAt=3001'));
    const found: GoldenDifference[] = [];
    compareWithGolden(tutorial, goldenSourcesOf('tutorial', tutorial), golden, undefined, (difference) => found.push(difference) > 9);
    expect(found).toEqual([
      {
        sample: 'two seconds',
        line: '1',
        way: ['SHOW now=1000'],
        golden: 'shown  endsAt=3001  !tickLater ms=1000',
        now: 'shown  endsAt=3000  !tickLater ms=1000',
      },
    ]);
  });
});
