/** The workbench reports the fault of a file that is no trace, with its place. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readTraceText } from '../../../app/workbench/read-file.ts';
import { eventRowsOf } from '../../../app/workbench/rows.ts';
import { readTrace, type Trace } from '../../../engine/replay/index.ts';

const textOf = (name: string): string => readFileSync(fileURLToPath(new URL(`../../traces/${name}.trace.json`, import.meta.url)), 'utf8');
const good = textOf('sports-cup');
const older = textOf('format-2-reload-while-sending');
const changed = (text: string, change: (trace: Record<string, unknown>) => object): string =>
  JSON.stringify(change(JSON.parse(text)), null, 1);

/** Code, pointer and line of each problem. */
function problems(text: string): readonly (readonly [string, string, number])[] {
  const read = readTraceText(text);
  return read.ok ? [] : read.problems.map(({ code, pointer, line }) => [code, pointer, line]);
}

describe('a file for the workbench', () => {
  it('is read in this and in older formats, with the mark of its encoding too', () => {
    for (const text of [good, older, `\uFEFF${good}`]) expect(problems(text)).toEqual([]);
  });

  it.each([
    ['comments, which JSON has none of', `// mine\n${good}`, ['NOT_JSON', '', 1]],
    ['nothing', '', ['NOT_JSON', '', 1]],
    ['the mark of its encoding, and another mistake', `\uFEFF{\n"format": oops}`, ['NOT_JSON', '', 2]],
    ['another document', '[]', ['NOT_A_TRACE', '', 1]],
    ['a description of a game', '{\n"kind": "game" }', ['NOT_A_TRACE', '/kind', 2]],
    ['more brackets than any reader goes down', '['.repeat(200_000) + ']'.repeat(200_000), ['NOT_A_TRACE', '', 1]],
    ['null', 'null', ['NOT_A_TRACE', '', 1]],
    ['a format that is to come', changed(good, (trace) => ({ ...trace, format: 99, more: 1 })), ['NEWER', '/format', 2]],
    ['a mistake in the present format', changed(good, (trace) => ({ ...trace, dropped: -1 })), ['NOT_A_TRACE', '/dropped', 0]],
    ['a mistake in an older format', changed(older, (trace) => ({ ...trace, dropped: -1 })), ['NOT_A_TRACE', '/dropped', 0]],
    ['events that are none', changed(older, (trace) => ({ ...trace, events: 7 })), ['NOT_A_TRACE', '/events', 0]],
  ])('with %s is refused with the place alone that is wrong', (_, text, [code, pointer, line]) => {
    const found = problems(text as string);
    expect(new Set(found.map(([each, at]) => `${each} ${at}`))).toEqual(new Set([`${code} ${pointer}`]));
    if (line) expect(found[0]?.[2]).toBe(line);
  });

  it('that is no JSON says it once, in words', () => {
    const read = readTraceText(good.slice(0, good.length / 2));
    expect(read.ok ? [] : read.problems.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^JSON 写法有误：文件到这里就结束了，后面的内容不见了。请选择在 设置 → 导出操作记录 得到的/),
    ]);
  });

  it('with two machines of one name cannot be run', () => {
    const text = changed(good, (trace) => ({ ...trace, machines: [...(trace.machines as object[]), (trace.machines as object[])[0]] }));
    expect(problems(text).map(([code]) => code)).toEqual(['NOT_RUNNABLE']);
  });

  it('that somebody has written in is seen to be changed at that event', () => {
    const trace = readTrace(good);
    const at = trace.events.findIndex(({ event }) => event.type === 'SUBMIT');
    const events = trace.events.map((entry, index) =>
      index === at ? { ...entry, after: { ...entry.after, changed: { ...entry.after.changed, asked: 77 } } } : entry,
    );
    const rows = eventRowsOf({ ...trace, events } as Trace);
    expect(eventRowsOf(trace).some(({ divergence }) => divergence)).toBe(false);
    expect(rows.flatMap(({ divergence, index }) => (divergence ? [[index, divergence.differs]] : []))).toEqual([[at, ['context.asked']]]);
  });
});

it('a newer format has another error than a file that is no trace', () => {
  expect(() => readTrace(changed(good, (trace) => ({ ...trace, format: 99 })))).toThrow(/newer version of the app: format 99/);
});
