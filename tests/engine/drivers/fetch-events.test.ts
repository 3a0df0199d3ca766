import { expect, it } from 'vitest';
import { openFetchEvents } from '../../../engine/drivers/fetch-events.ts';
import type { Fetch } from '../../../engine/drivers/network.ts';

/** A server whose stream is written by the test. */
function stream(status = 200) {
  const seen: { url: string; init: RequestInit }[] = [];
  let write: (text: string | undefined) => void = () => {};
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      write = (text) => (text === undefined ? controller.close() : controller.enqueue(bytes.encode(text)));
    },
  });
  const fetch: Fetch = async (url, init) => {
    seen.push({ url, init });
    return new Response(body, { status });
  };
  return { fetch, seen, write: (text?: string) => write(text) };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('sends the token as a header and never in the address', async () => {
  const { fetch, seen } = stream();
  openFetchEvents(fetch, 'https://x.test/events?tk=a%20secret&v=1').close();
  openFetchEvents(fetch, '/events?tk=t').close();
  openFetchEvents(fetch, '/events').close();
  expect(seen.map(({ url, init }) => [url, (init.headers as Record<string, string>).Authorization])).toEqual([
    ['https://x.test/events?v=1', 'Bearer a secret'],
    ['/events', 'Bearer t'],
    ['/events', undefined],
  ]);
});

it('opens, hears named and plain events however they are cut, skips comments, and says when it ends', async () => {
  const { fetch, write } = stream();
  const source = openFetchEvents(fetch, '/events');
  const heard: string[] = [];
  source.onopen = () => heard.push('open');
  source.onerror = () => heard.push('error');
  let chunks = 0;
  source.onchunk = () => {
    chunks += 1;
  };
  source.onmessage = ({ data }) => heard.push(`message ${data}`);
  source.addEventListener('draw', ({ data }) => heard.push(`draw ${data}`));
  await settled();
  expect(source.readyState).toBe(1);
  for (const part of [
    'retry: 2000\n\n: connected\n\n',
    'event: dr',
    'aw\nda',
    'ta: {"号":1}\n',
    '\ndata: a\ndata: b\n\n',
    'event: other\ndata: x\n\n',
  ])
    write(part);
  await settled();
  await settled();
  expect(heard).toEqual(['open', 'draw {"号":1}', 'message a\nb']);
  write(': \n\n');
  await settled();
  // Comments too: the server has nothing else to say for minutes.
  expect([heard.length, chunks]).toEqual([3, 7]);
  write();
  await settled();
  await settled();
  expect([heard.at(-1), source.readyState]).toEqual(['error', 2]);
});

it('an error of the server is an error of the stream, and a closed one says nothing more', async () => {
  const refused = openFetchEvents(stream(503).fetch, '/events');
  let errors = 0;
  refused.onerror = () => (errors += 1);
  await settled();
  await settled();
  expect([errors, refused.readyState]).toEqual([1, 2]);
  const { fetch, write } = stream();
  const closed = openFetchEvents(fetch, '/events');
  closed.onerror = () => (errors += 1);
  closed.onmessage = () => (errors += 1);
  await settled();
  closed.close();
  write('data: late\n\n');
  await settled();
  expect(errors).toBe(1);
});
