/**
 * Many phones that hold event streams open, in a process of their own, spoken to over IPC. They count their events. The events of the first
 * phone of the first address are sent on as they come.
 */
import { get } from 'node:http';

export interface StreamPhonesThreadInput {
  readonly count: number;
  /** Addresses of streams; `count` phones open each. */
  readonly urls: readonly string[];
}
/** `counts`: of each address the events that all its phones got together. */
type StreamNews = { readonly open: true } | { readonly event: string } | { readonly counts: readonly number[] };

const order = JSON.parse(process.argv[2] ?? '') as StreamPhonesThreadInput;
const counts = order.urls.map(() => 0);
const say = (news: StreamNews) => process.send?.(news);

async function open(url: string, at: number, first: boolean): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const request = get(url, { agent: false }, (response) => {
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          if (!block.startsWith('event: ')) continue;
          counts[at] = (counts[at] as number) + 1;
          if (first) say({ event: `${block}\n\n` });
        }
        resolve();
      });
      response.on('end', () => process.exit(1));
    });
    request.on('error', reject);
  });
}

// Fifty at a time: a server accepts a limited number of new connections at once.
for (const [at, url] of order.urls.entries())
  for (let i = 0; i < order.count; i += 50)
    await Promise.all(Array.from({ length: Math.min(50, order.count - i) }, (_, n) => open(url, at, at === 0 && i + n === 0)));
say({ open: true });
process.on('message', () => say({ counts }));
process.on('disconnect', () => process.exit(0));
