/** Every file in tests/traces is a test: what was recorded on a phone must end as it did there. See docs/replay.md. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { MACHINES, readTrace, replay, type Trace } from '../../../engine/replay/index.ts';
import { run } from '../../../tools/replay/main.ts';
import { divergenceText } from '../../../tools/replay/text.ts';

const folder = fileURLToPath(new URL('../../traces', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.trace.json'));
const scratch = mkdtempSync(join(tmpdir(), 'caipu-replay-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function command(words: readonly string[], answers: readonly boolean[] = []) {
  const out: string[] = [];
  const error: string[] = [];
  let requestCount = 0;
  const next = async () => answers[requestCount++] ?? false;
  const code = await run(words, { out: (line) => void out.push(line), error: (line) => void error.push(line), next });
  return { code, out: out.join('\n'), error: error.join('\n'), requestCount };
}

const read = (name: string): Trace => readTrace(readFileSync(join(folder, name), 'utf8'));

/** The trace with one thing changed, in a file of its own. */
function altered(name: string, change: (trace: Trace) => Trace): string {
  const file = join(scratch, name);
  writeFileSync(file, JSON.stringify(change(read(name))));
  return file;
}

function emptyFile(): string {
  const file = join(scratch, 'empty.trace.json');
  writeFileSync(file, '');
  return file;
}

describe('recorded traces', () => {
  it('there are some', () => expect(files.length).toBeGreaterThanOrEqual(13));

  /** The first event that goes another way, by file, number, type, machine and state, with what was expected and what came; '' for none. */
  function fault(name: string, trace: Trace): string {
    const found = replay(trace, MACHINES).divergence();
    return found ? `tests/traces/${name}: ${divergenceText(found)}` : '';
  }

  it.each(files)('%s', async (name) => {
    const { events } = read(name);
    const differs = fault(name, read(name));
    if (differs) expect.fail(differs);
    const { code, out } = await command([join(folder, name)]);
    expect(out.split('\n').at(-1)).toBe(`${events.length} of ${events.length} events replayed, no divergence`);
    expect(code).toBe(0);
  });

  it('one that fails names its file, the event, its machine and state, what was recorded and what came', () => {
    const trace = read('bet-accepted.trace.json');
    const at = trace.events.findIndex(({ event }) => event.type === 'SUBMIT');
    const wrong = {
      ...trace,
      events: trace.events.map((entry, index) => (index === at ? { ...entry, after: { ...entry.after, value: 'accepted' } } : entry)),
    };
    const text = fault('bet-accepted.trace.json', wrong);
    expect(text).toMatch(
      new RegExp(
        `^tests/traces/bet-accepted\\.trace\\.json: DIVERGED at event ${at + 1} at .* submission\\.slip/ssq \\(submission\\) in state idle: \\{"type":"SUBMIT"`,
      ),
    );
    expect(text).toMatch(/recorded: accepted\n[^]*replayed: sending\n/);
  });

  const steps = (name: string, of: (machine: string) => boolean) =>
    read(name)
      .events.filter(({ machine }) => of(machine))
      .map(({ event, after }) => [event.type, after.value]);

  it('the bet that timed out was found to have landed', () => {
    expect(steps('no-answer-bet-landed.trace.json', (machine) => machine === 'submission.slip/ssq')).toEqual([
      ['SUBMIT', 'sending'],
      ['NO_ANSWER', { doubt: 'asking' }],
      ['ACCEPTED', 'accepted'],
      ['DISMISS', 'idle'],
    ]);
  });

  it('of a trace whose requests had doubts of their own, the request ends with its time-out', () => {
    expect(steps('time-out-bet-landed.trace.json', (machine) => machine.includes('bet_szc'))).toEqual([
      ['SEND', 'sending'],
      ['DEADLINE', 'timedOut'],
    ]);
  });
});

it('all of them replay in another process, by the command', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/replay.mjs', ...files.map((name) => join(folder, name))], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(stdout.match(/events replayed, no divergence/g)).toHaveLength(files.length);
}, 60_000);

describe('the command', () => {
  const name = 'bet-accepted.trace.json';
  const placed = read(name).events.findIndex(({ event }) => event.type === 'SUBMIT');

  it('ends with 1 at the first divergence and shows both states', async () => {
    const file = altered(name, (trace) => ({
      ...trace,
      events: trace.events.map((entry, at) => (at === placed ? { ...entry, after: { ...entry.after, value: 'accepted' } } : entry)),
    }));
    const { code, out } = await command([file]);
    expect(code).toBe(1);
    expect(out).toContain(`DIVERGED at event ${placed + 1} at `);
    expect(out).toMatch(/submission\.slip\/ssq \(submission\) in state idle: \{"type":"SUBMIT"/);
    expect(out).toMatch(/recorded: accepted\n[^]*replayed: sending\n/);
    expect(out.split('\n').filter((line) => /^ +\d+ +[+]/.test(line))).toHaveLength(placed + 1);
  });

  it('ends with 1 where a recorded field is not what the hash beside it was made of', async () => {
    const at = read(name).events.findIndex(({ after }) => after.changed !== undefined && Object.keys(after.changed).length > 0);
    const field = Object.keys(read(name).events[at]?.after.changed ?? {})[0] as string;
    const file = altered(name, (trace) => ({
      ...trace,
      events: trace.events.map((entry, index) =>
        index === at ? { ...entry, after: { ...entry.after, changed: { ...entry.after.changed, [field]: 'ANOTHER' } } } : entry,
      ),
    }));
    const { code, out } = await command([file]);
    expect(code).toBe(1);
    expect(out).toContain(`DIVERGED at event ${at + 1} at `);
    expect(out).toContain(`differs: context.${field}`);
    expect(out).toContain(`${field} = "ANOTHER"`);
  });

  it('says a wrong start before it runs anything', async () => {
    const file = altered(name, (trace) => ({
      ...trace,
      machines: trace.machines.map((machine) =>
        machine.machine === 'submission' ? { ...machine, start: { ...machine.start, value: 'nowhere' } } : machine,
      ),
    }));
    const { code, out } = await command([file]);
    expect(code).toBe(1);
    expect(out).toContain('submission.slip/ssq (submission) does not start as recorded, in state nowhere');
  });

  it('--until stops there; --step waits after each event until told to go on', async () => {
    const { code, out } = await command([join(folder, name), '--until', '3']);
    expect([code, out.split('\n').at(-1)]).toEqual([0, expect.stringMatching(/^3 of \d+ events replayed/)]);
    const stepped = await command([join(folder, name), '--step'], [true, true, false]);
    expect([stepped.code, stepped.requestCount]).toEqual([0, 3]);
  });

  it('--save writes the events that are asked for as a trace of their own, which replays, or diverges at the same event', async () => {
    const { events } = read(name);
    const at = events.findIndex(({ machine, event }) => machine === 'submission.slip/ssq' && event.type === 'SUBMIT');
    const wrong = altered(name, (trace) => ({
      ...trace,
      events: trace.events.map((entry, index) => (index === at ? { ...entry, after: { ...entry.after, value: 'accepted' } } : entry)),
    }));
    const [from, until] = [at, at + 2];
    const short = join(scratch, `short-${at}.trace.json`);
    const whole = join(scratch, `part-${at}.trace.json`);
    const cut = await command([join(folder, name), '--from', String(from), '--until', String(until), '--save', whole]);
    expect([cut.code, cut.out.split('\n')[0]]).toEqual([0, `written to ${whole}: events ${from} to ${until} of ${join(folder, name)}`]);
    expect(cut.out.split('\n').at(-1)).toBe('3 of 3 events replayed, no divergence');
    expect(readTrace(readFileSync(whole, 'utf8')).dropped).toBe(read(name).dropped + from - 1);

    const { code, out } = await command([wrong, '--from', String(from), '--until', String(until), '--save', short]);
    expect([code, out]).toEqual([1, expect.stringMatching(/DIVERGED at event 2 at .* submission\.slip\/ssq/)]);
    expect(await command([short])).toMatchObject({ code: 1, out: expect.stringContaining('DIVERGED at event 2 at ') });

    expect(await command([wrong, '--save', short])).toMatchObject({ code: 2, error: `${short} is there already; choose another name` });
    const nowhere = join(scratch, 'no-such-folder', 'a.trace.json');
    expect((await command([wrong, '--save', nowhere])).error).toBe(`${nowhere} cannot be written: there is no such folder`);
    expect((await command([wrong, '--from', '99999', '--save', nowhere])).error).toMatch(/it has \d+ events, and none is number 99999$/);
  });

  it.each<[string, string[], RegExp]>([
    ['no file', [], /name one trace file/],
    ['an unknown option', ['a', '--fast'], /no option --fast/],
    ['a number that is none', ['a', '--until', 'x'], /--until wants the number of an event, not "x"/],
    ['a file that is not there', [join(scratch, 'none.json')], /none\.json: there is no such file$/],
    ['an empty file', [emptyFile()], /not a trace: the file is empty/],
    ['a start without a file for it', ['a', '--from', '2'], /--from goes with --save/],
    ['an end before the start', ['a', '--from', '3', '--until', '2', '--save', 'b.trace.json'], /not after --until/],
    ['another name than that of a trace', ['a', '--save', 'b.json'], /--save wants a name that ends with \.trace\.json/],
  ])('ends with 2 for %s', async (_, words, message) => {
    const { code, error } = await command(words);
    expect([code, error]).toEqual([2, expect.stringMatching(message)]);
  });

  it('ends with 2 for a file that is not a trace, and says where', async () => {
    const file = altered(name, (trace) => ({ ...trace, events: trace.events.map((entry) => ({ ...entry, after: undefined }) as never) }));
    const { code, error } = await command([file]);
    expect([code, error]).toEqual([2, expect.stringMatching(/not a trace: \/events\/0 .*after/)]);
    writeFileSync(join(scratch, 'broken'), '{');
    expect((await command([join(scratch, 'broken')])).error).toMatch(/not JSON/);
  });

  it('ends with 2 for two machines of one id, in a browser too', async () => {
    const file = altered(name, (trace) => ({ ...trace, machines: [...trace.machines, ...trace.machines.slice(0, 1)] }));
    const { id } = read(name).machines[0] as Trace['machines'][number];
    const expectedError = { code: 2, error: `${file}: the trace has two machines "${id}"` };
    expect(await command([file])).toMatchObject(expectedError);
    expect(await command([file, '--browser'])).toMatchObject(expectedError);
  });

  it('takes a file that an editor has begun with the mark of its encoding', async () => {
    writeFileSync(join(scratch, 'marked'), `\uFEFF${JSON.stringify(read(name))}`);
    expect(await command([join(scratch, 'marked')])).toMatchObject({ code: 0, error: '' });
  });
});
