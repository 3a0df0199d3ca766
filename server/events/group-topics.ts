/**
 * Topics of group orders (合买): `hm` the whole lobby, `hm:ssq` that of one game, `hm:{id}` one group order. What changed is looked up once a
 * second at most, by one statement for all topics, however many follow them and however often it changed meanwhile.
 */
import type { GroupItem, StreamEvent } from '../../protocol/calls.ts';
import { progressOf } from '../group/news.ts';

/** Real ms between two events. */
const EVERY_MS = 1_000;
/** Group orders of one event; the others come with the next ones, so that a phone is never sent more than some KB a second. */
export const MOST_CHANGED = 50;

export interface GroupTopics {
  /** Somebody follows it from now on. */
  follow(topic: string): void;
  /** Nobody here follows it any more. */
  leave(topic: string): void;
  /** A group order changed. `started`: it is new. */
  changed(hmId: string, game: string, started: boolean): void;
  close(): void;
}

export const isGroupTopic = (topic: string): boolean => topic === 'hm' || topic.startsWith('hm:');

export function createGroupTopics(
  itemsOf: (ids: readonly string[]) => Promise<readonly GroupItem[]>,
  send: (topic: string, event: StreamEvent) => void,
  log: (line: string) => void,
): GroupTopics {
  const followed = new Set<string>();
  /** Since the last event, the longest waiting first: whether it is new. */
  const waiting = new Map<string, boolean>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const concerns = (hmId: string, game: string): boolean => followed.has('hm') || followed.has(`hm:${game}`) || followed.has(`hm:${hmId}`);

  function tell(topic: string, items: readonly GroupItem[], fresh: ReadonlyMap<string, boolean>): void {
    if (items.length === 0) return;
    // Who looks at one order has its row already.
    const isNew = ({ hmId, state }: GroupItem) => state === 'open' && fresh.get(hmId) === true && topic !== `hm:${hmId}`;
    send(topic, { type: 'group', changed: items.filter((item) => !isNew(item)).map(progressOf), started: items.filter(isNew) });
  }

  async function flush(): Promise<void> {
    const batch = new Map([...waiting].slice(0, MOST_CHANGED));
    for (const hmId of batch.keys()) waiting.delete(hmId);
    try {
      const items = await itemsOf([...batch.keys()]);
      if (closed) return;
      for (const topic of followed)
        tell(
          topic,
          items.filter(({ hmId, gameCode }) => topic === 'hm' || topic === `hm:${gameCode}` || topic === `hm:${hmId}`),
          batch,
        );
    } catch (error) {
      log(`topic hm: ${(error as Error).message}; trying again`);
      for (const [hmId, started] of batch) waiting.set(hmId, started || waiting.get(hmId) === true);
    }
  }

  /** At once when nothing was sent for a second, else when that second is over. */
  function work(): void {
    if (timer !== undefined || closed || waiting.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      work();
    }, EVERY_MS);
    timer.unref();
    void flush();
  }

  return {
    follow: (topic) => void followed.add(topic),
    leave(topic) {
      followed.delete(topic);
      if (followed.size === 0) waiting.clear();
    },
    changed(hmId, game, started) {
      if (!concerns(hmId, game)) return;
      waiting.set(hmId, started || waiting.get(hmId) === true);
      work();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
