/** A copy of the product's games for one test file, and the command of games over it. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { main } from '../../tools/games/main.ts';
import { runCommand } from './command.ts';

/** To be called at the top of a test file; the folder goes with its last test. */
export function gamesFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'caipu-operators-'));
  cpSync(join(import.meta.dirname, '../../games'), folder, { recursive: true });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    /** Text of a game's file. */
    text: (code: string) => readFileSync(join(folder, `${code}.json`), 'utf8'),
    /** The command in this process; that the script runs it is seen once, in games.test.ts. */
    async games(...args: string[]) {
      const { code, out, err } = await runCommand(main, args, { CAIPU_GAMES: folder });
      return { code, out: out.split('\n').filter(Boolean), err };
    },
  };
}
