/** Two builds in one folder (two `npm start`): the second waits for the first, however that ends. */
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'caipu-alone-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** Scripts have no types of their own. */
const { alone } = (await import(new URL('../../scripts/lib/alone.mjs', import.meta.url).href)) as {
  alone<T>(file: string, work: () => Promise<T>, waiting?: () => void): Promise<T>;
};

it('waits until another one is over, says so once, and leaves the lock when its work fails', async () => {
  const file = join(folder, 'dist', '.building');
  await expect(alone(file, () => Promise.reject(new Error('it failed')))).rejects.toThrow('it failed');

  const other = openSync(file, 'a+');
  expect(tryLock(other)).toBe(true);
  const steps: string[] = [];
  let heard = () => {};
  const waits = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const mine = alone(
    file,
    async () => steps.push('mine'),
    () => {
      steps.push('waiting');
      heard();
    },
  );
  await waits;
  steps.push('the other one ends');
  closeSync(other);
  await mine;
  expect(steps).toEqual(['waiting', 'the other one ends', 'mine']);
});
