/**
 * Topics of group orders (合买): `hm` is the whole lobby, `hm:ssq` the lobby of one game, `hm:{id}` one group order. Changed group orders are
 * read at most once a second, by one statement for all topics. So the cost does not grow with the number of clients and changes.
 */
import type { GroupItem, StreamEvent } from '../../../protocol/calls.ts';
import type { GroupOrderSource } from './hub.ts';

/** Least real ms between two events of a topic. */
const EVERY_MS = 1_000;
/** Most group orders of one event, so that a phone receives at most some KB a second. Later events have the others. */
export const MOST_GROUPS_PER_EVENT = 50;

export interface GroupTopics {
  /** A client of this process begins to follow the topic. Called for each client. */
  follow(topic: string): void;
  /** The last client of this process has left the topic. */
  leave(topic: string): void;
  /** Notes that a group order changed. `started`: it is new. */
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
  /** Group orders that changed since the last event, the earliest first, and whether each is new. */
  const waiting = new Map<string, boolean>();
  let timer: NodeJS.Timeout | undefined;
  /** True while an event is made, and for at least a second from its begin. */
  let busy = false;
  let closed = false;

  const concerns = (hmId: string, game: string): boolean => followed.has('hm') || followed.has(`hm:${game}`) || followed.has(`hm:${hmId}`);

  function sendChanges(topic: string, items: readonly GroupItem[], fresh: ReadonlyMap<string, boolean>): void {
    if (items.length === 0) return;
    // A client that follows a single group order shows it already, so the order is never new there.
    const isNew = ({ hmId, state }: GroupItem) => state === 'open' && fresh.get(hmId) === true && topic !== `hm:${hmId}`;
    send(topic, { type: 'group', changed: items.filter((item) => !isNew(item)).map(progress), started: items.filter(isNew) });
  }

  async function flush(): Promise<void> {
    const batch = new Map([...waiting].slice(0, MOST_GROUPS_PER_EVENT));
    for (const hmId of batch.keys()) waiting.delete(hmId);
    try {
      const items = await itemsOf([...batch.keys()]);
      if (closed) return;
      for (const topic of followed)
        sendChanges(
          topic,
          items.filter(({ hmId, gameCode }) => topic === 'hm' || topic === `hm:${gameCode}` || topic === `hm:${hmId}`),
          batch,
        );
    } catch (error) {
      log(`topic hm: ${(error as Error).message}; trying again`);
      for (const [hmId, started] of batch) waiting.set(hmId, started || waiting.get(hmId) === true);
    }
  }

  /**
   * Sends an event at once if none was sent within the last second, else when that second is over. Events are made one at a time, because a
   * late answer would overwrite a newer one.
   */
  async function sendWaiting(): Promise<void> {
    if (busy || closed || waiting.size === 0) return;
    busy = true;
    const second = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, EVERY_MS);
      timer.unref();
    });
    await flush();
    await second;
    busy = false;
    void sendWaiting();
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
      void sendWaiting();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
