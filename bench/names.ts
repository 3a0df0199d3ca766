/** Whether the time of a refused login tells which names exist: a known and an unknown name, asked in turn with a wrong password. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STATUS } from '../protocol/status.ts';
import { Client } from '../tests/server/support/client.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { build, startServer } from './lib/product.ts';
import { median, summarise } from './lib/rounds.ts';

/** Names of each kind in a round. Each is asked once, from an address of its own: nothing is counted against it before. */
const NAMES = 40;

const bench: Bench = {
  id: 'names',
  title: 'the time of a refusal for a known and for an unknown name',
  async run(context) {
    await build(context);
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-names-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const server = await startServer(context, { CAIPU_DATA: folder, CAIPU_TRUSTED_PROXIES: '127.0.0.1' });
    const visitor = new Client(server.url);
    let lookups = 0;
    const newName = (): string => `n${randomUUID().slice(0, 8)}`;

    /** ms until the answer, which must be the refusal that is measured. */
    async function timed(path: string, fields: Readonly<Record<string, string>>, status: number): Promise<number> {
      const address = `198.51.${Math.floor(++lookups / 250)}.${(lookups % 250) + 1}`;
      const from = performance.now();
      const answer = await visitor.post(path, fields, { headers: { 'x-forwarded-for': address } });
      const ms = performance.now() - from;
      if (answer.status !== status) throw new Error(`${path} answered ${answer.status} ${answer.msg}, not ${status}`);
      return ms;
    }

    async function figure(id: string, what: string, ask: (name: string) => Promise<number>): Promise<Figure> {
      const sides: { readonly known: number[]; readonly unknown: number[] } = { known: [], unknown: [] };
      for (let round = 0; round <= context.rounds; round++) {
        const known: number[] = [];
        const unknown: number[] = [];
        for (let at = 0; at < NAMES; at++) {
          const name = newName();
          await new Client(server.url).register(name);
          // The order changes, so that what comes first is no side's.
          for (const there of at % 2 === 0 ? [true, false] : [false, true])
            (there ? known : unknown).push(await ask(there ? name : newName()));
        }
        // One round before is not counted.
        if (round === 0) continue;
        sides.known.push(median(known));
        sides.unknown.push(median(unknown));
      }
      const { ratio, range, rounds, a, b } = summarise(sides.known, sides.unknown);
      return {
        id: `names.${id}`,
        what: `${what}: the longer of the two times over the shorter`,
        value: Math.max(ratio, 1 / ratio),
        unit: '×',
        goal: { at: 'most', value: 1.1 },
        against: { what: 'the same with an unknown name', ours: `${a.toFixed(1)} ms`, theirs: `${b.toFixed(1)} ms` },
        rounds,
        range,
        note: 'the range is known over unknown',
      };
    }

    const figures = [
      await figure('login', 'login refused', (username) =>
        timed('/api/account/weblogin', { username, password: 'wrong-password' }, STATUS.invalid),
      ),
      await figure('reset', 'new password refused for its code', (account) =>
        timed('/api/account/ResetPwd', { account, channel: 'mobile', code: '000000', newPwd: 'orchard-62-lamp' }, STATUS.wrongCode),
      ),
    ];
    await server.stop();
    return figures;
  },
};
export default bench;
