/**
 * Topics of group orders (合买): `hm` the whole lobby, `hm:ssq` that of one game, `hm:{id}` one group order. What changed is looked up once a
 * second at most, by one statement for all topics, however many follow them and however often it changed meanwhile.
 */
import type { GroupItem, StreamEvent } from '../../../protocol/calls.ts';
import type { GroupOrderSource } from './hub.ts';

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
  { items: itemsOf, progress }: GroupOrderSource,
  send: (topic: string, event: StreamEvent) => void,
  log: (line: string) => void,
): GroupTopics {
  const followed = new Set<string>();
  /** Since the last event, the longest waiting first: whether it is new. */
  const waiting = new Map<string, boolean>();
  let timer: NodeJS.Timeout | undefined;
  /** An event was sent, or is being made, less than a second ago. */
  let busy = false;
  let closed = false;

  const concerns = (hmId: string, game: string): boolean => followed.has('hm') || followed.has(`hm:${game}`) || followed.has(`hm:${hmId}`);

  function tell(topic: string, items: readonly GroupItem[], fresh: ReadonlyMap<string, boolean>): void {
    if (items.length === 0) return;
    // A client on the page of one order has its row already.
    const isNew = ({ hmId, state }: GroupItem) => state === 'open' && fresh.get(hmId) === true && topic !== `hm:${hmId}`;
    send(topic, { type: 'group', changed: items.filter((item) => !isNew(item)).map(progress), started: items.filter(isNew) });
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

  /** At once when nothing was sent for a second, else when that second is over. One at a time: an answer that is late would undo a newer one. */
  async function work(): Promise<void> {
    if (busy || closed || waiting.size === 0) return;
    busy = true;
    const second = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, EVERY_MS);
      timer.unref();
    });
    await flush();
    await second;
    busy = false;
    void work();
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
      void work();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
