/** The parts of a build: the choice of the parts to make, their order, and that an unfinished part is made again. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

interface Stamps {
  readonly sources: string;
}
interface Work {
  readonly folder: string;
}
interface Part {
  readonly name: string;
  readonly title: string;
  readonly first: boolean;
  readonly output: string;
  readonly of?: string;
  readonly stamp: (stamps: Stamps) => string;
  readonly make: (work: Work) => Promise<void>;
}
type Step = (title: string, work: () => Promise<void>) => Promise<void>;

/** Scripts have no types of their own. */
const load = async <T>(name: string) => (await import(new URL(`../../scripts/build/${name}.mjs`, import.meta.url).href)) as T;
const { makeParts, missing, PARTS, removeDrafts } = await load<{
  PARTS: readonly Part[];
  missing(stamps: Stamps, folder?: string, parts?: readonly Part[]): readonly Part[];
  makeParts(parts: readonly Part[], how: { stamps: Stamps; step: Step; folder: string; parallel?: number }): Promise<void>;
  removeDrafts(folder: string): void;
}>('parts');
const { countSteps } = await load<{ countSteps(total: number, say: (line: string) => void, beatMs?: number): Step }>('steps');
const { pack } = await load<{ pack(app: string): void }>('pack');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'caipu-parts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const stamps = { sources: 'as they are' };
const quietly: Step = (_title, work) => work();
const names = (parts: readonly Part[]) => parts.map(({ name }) => name);

function part(name: string, more: Partial<Part> = {}): Part {
  return {
    name,
    title: name,
    first: true,
    output: name,
    stamp: ({ sources }) => sources,
    async make(work) {
      writeFileSync(join(work.folder, name), 'whole');
    },
    ...more,
  };
}

describe('the list', () => {
  it('has server, empty database and app before the first page, and the pages of operators and testers after it', () => {
    expect(names(PARTS.filter(({ first }) => first))).toEqual(['server', 'cluster', 'app']);
    expect(names(PARTS.filter(({ first }) => !first))).toEqual(['odds', 'database', 'packed', 'office', 'workbench', 'prevalidated']);
  });

  it('names each part once, and a part that belongs to another after it', () => {
    expect(new Set(names(PARTS)).size).toBe(PARTS.length);
    for (const [at, { of }] of PARTS.entries()) if (of !== undefined) expect(names(PARTS.slice(0, at))).toContain(of);
  });
});

describe('parts to make', () => {
  it('are those that are missing or were made from other sources; after the build there are none', async () => {
    const parts = [part('one'), part('two')];
    expect(names(missing(stamps, folder, parts))).toEqual(['one', 'two']);
    await makeParts(parts, { stamps, step: quietly, folder });
    expect(missing(stamps, folder, parts)).toEqual([]);
    expect(names(missing({ sources: 'changed' }, folder, parts))).toEqual(['one', 'two']);
    rmSync(join(folder, 'one'));
    expect(names(missing(stamps, folder, parts))).toEqual(['one']);
  });

  it('include the parts that belong to a part that is made again', async () => {
    const parts = [part('server'), part('database', { of: 'server' }), part('app')];
    await makeParts(parts, { stamps, step: quietly, folder });
    rmSync(join(folder, 'server'));
    expect(names(missing(stamps, folder, parts))).toEqual(['server', 'database']);
  });

  it('are made one after the other with parallel: 1', async () => {
    let running = 0;
    const alone = (name: string) =>
      part(name, {
        async make() {
          expect(++running).toBe(1);
          await Promise.resolve();
          running -= 1;
        },
      });
    await makeParts([alone('one'), alone('two'), alone('three')], { stamps, step: quietly, folder, parallel: 1 });
  });
});

describe('a part that was not finished', () => {
  it('is made again, even if its previous version was complete', async () => {
    const whole = part('app');
    await makeParts([whole], { stamps, step: quietly, folder });
    const half = part('app', {
      async make(work) {
        // As when the process is killed here: nothing after this runs.
        expect(missing(stamps, work.folder, [whole])).toEqual([whole]);
        writeFileSync(join(work.folder, 'app'), 'ha');
        throw new Error('stopped');
      },
    });
    const later = part('later');
    await expect(makeParts([half, later], { stamps: { sources: 'newer' }, step: quietly, folder, parallel: 1 })).rejects.toThrow('stopped');
    // The sources of the first build do not make its old stamp valid again.
    expect(names(missing(stamps, folder, [whole]))).toEqual(['app']);
    expect(existsSync(join(folder, 'later'))).toBe(false);
    await makeParts([whole], { stamps, step: quietly, folder });
    expect(missing(stamps, folder, [whole])).toEqual([]);
    expect(readFileSync(join(folder, 'app'), 'utf8')).toBe('whole');
  });

  it('leaves drafts; the next build removes these and nothing else', () => {
    for (const name of ['app', 'app.draft', 'office.former', '.built']) mkdirSync(join(folder, name));
    removeDrafts(folder);
    expect(['app', 'app.draft', 'office.former', '.built'].map((name) => existsSync(join(folder, name)))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    removeDrafts(join(folder, 'nothing'));
  });
});

describe('progress', () => {
  it('is one line for each step, numbered as it ends', async () => {
    const lines: string[] = [];
    const step = countSteps(3, (line) => lines.push(line));
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const slow = step('server', () => held);
    await step('app', async () => {});
    end();
    await slow;
    await expect(step('office', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(lines.map((line) => line.replace(/[\d.]+ s/, 'N s'))).toEqual(['step 1 of 3: app, N s', 'step 2 of 3: server, N s']);
  });

  it('names what goes on where no step ends, in one line for all', async () => {
    const lines: string[] = [];
    let heard = () => {};
    const said = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const step = countSteps(
      2,
      (line) => {
        lines.push(line);
        heard();
      },
      1,
    );
    await Promise.all([step('server', () => said), step('app', () => said)]);
    expect(lines[0]).toBe('still at work: server; app');
    expect(lines.slice(-2).map((line) => line.replace(/, .*/, ''))).toEqual(['step 1 of 2: server', 'step 2 of 2: app']);
  });
});

describe('packed files of the app', () => {
  it('lie whole beside the larger ones', () => {
    const assets = join(folder, 'assets');
    mkdirSync(assets);
    writeFileSync(join(assets, 'large.js'), '// '.repeat(2_000));
    writeFileSync(join(assets, 'small.js'), '// small');
    writeFileSync(join(assets, 'picture.png'), 'x'.repeat(2_000));
    pack(folder);
    const there = ['large.js.br', 'large.js.gz', 'small.js.br', 'picture.png.br', 'large.js.br.part'].map((name) =>
      existsSync(join(assets, name)),
    );
    expect(there).toEqual([true, true, false, false, false]);
    const before = readFileSync(join(assets, 'large.js.br'));
    expect(before.length).toBeLessThan(100);
    pack(folder);
    expect(readFileSync(join(assets, 'large.js.br'))).toEqual(before);
  });
});
