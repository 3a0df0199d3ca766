/** A reader of GET /events for tests: what came, and waiting for what is to come. */
import type { StreamEvent } from '../../../protocol/calls.ts';

export interface Stream {
  /** The first event not yet taken that fits; waits for it. */
  next(fits: (event: StreamEvent) => boolean): Promise<StreamEvent>;
  seen(): readonly StreamEvent[];
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

export async function openStream(url: string, seconds = 20): Promise<Stream> {
  const abort = new AbortController();
  const response = await fetch(url, { signal: abort.signal });
  if (!response.ok || response.body === null) throw new Error(`stream: ${response.status}`);
  const events: StreamEvent[] = [];
  const taken = new Set<StreamEvent>();
  let heard: () => void = () => {};
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  // The server's first comment says that from here on nothing is missed.
  rest += (await reader.read()).value ?? '';
  const ended = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += value;
      const parts = rest.split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const data = part.split('\n').find((line) => line.startsWith('data: '));
        if (data !== undefined) events.push(JSON.parse(data.slice(6)) as StreamEvent);
      }
      heard();
    }
  })().catch(() => {});
  return {
    ended,
    async next(fits) {
      const deadline = setTimeout(() => abort.abort(new Error('event in vain')), seconds * 1000);
      try {
        for (;;) {
          const found = events.find((event) => !taken.has(event) && fits(event));
          if (found !== undefined) {
            taken.add(found);
            return found;
          }
          await new Promise<void>((resolve, reject) => {
            heard = resolve;
            abort.signal.addEventListener(
              'abort',
              () => reject(new Error(`waited ${seconds} s in vain; heard ${JSON.stringify(events)}`)),
              { once: true },
            );
          });
        }
      } finally {
        clearTimeout(deadline);
      }
    },
    seen: () => events,
    close: () => abort.abort(),
  };
}
