/**
 * A stream of events that is read with fetch, with the interface of an EventSource. An EventSource cannot send a header, so its session token
 * would be in the address, and proxies log addresses. This stream sends the token as `Authorization: Bearer`.
 */
import type { EventSourceLike } from './event-stream.ts';
import type { Fetch } from './network.ts';

type Listener = (event: { data: string }) => void;

/** Opens `url`. The parameter `tk` of `url` is removed and sent as the bearer token. */
export function openFetchEvents(fetch: Fetch, url: string): EventSourceLike {
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  const token = parameters.get('tk');
  parameters.delete('tk');
  const rest = parameters.toString();
  const controller = new AbortController();
  const named = new Map<string, Listener[]>();
  const source = {
    readyState: 0,
    onopen: null as EventSourceLike['onopen'],
    onerror: null as EventSourceLike['onerror'],
    onmessage: null as EventSourceLike['onmessage'],
    onchunk: null as EventSourceLike['onchunk'],
    addEventListener(type: string, listener: Listener) {
      named.set(type, [...(named.get(type) ?? []), listener]);
    },
    close() {
      source.readyState = 2;
      controller.abort();
    },
  };

  function tell(block: string): void {
    let type = 'message';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [, field, value = ''] = /^(event|data): ?(.*)$/.exec(line) ?? [];
      if (field === 'event') type = value;
      else if (field === 'data') data.push(value);
    }
    if (data.length === 0) return;
    const event = { data: data.join('\n') };
    if (type === 'message') source.onmessage?.(event);
    for (const listener of named.get(type) ?? []) listener(event);
  }

  async function read(): Promise<void> {
    const response = await fetch(rest === '' ? path : `${path}?${rest}`, {
      headers: { Accept: 'text/event-stream', ...(token === null ? {} : { Authorization: `Bearer ${token}` }) },
      signal: controller.signal,
      cache: 'no-store',
      credentials: 'omit',
      // The stream stays open as long as the page, so requests that the page needs to render go first.
      priority: 'low',
    });
    if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`);
    source.readyState = 1;
    source.onopen?.({} as never);
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (source.readyState === 1) source.onchunk?.();
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) if (source.readyState === 1) tell(block);
    }
  }

  void read()
    .catch(() => {})
    .then(() => {
      if (source.readyState === 2) return;
      source.readyState = 2;
      source.onerror?.({} as never);
    });
  return source;
}
