/** What goes to the database together (server/platform/database/batcher.ts). */
import { expect, it } from 'vitest';
import { openBatcher } from '../../../server/platform/database/batcher.ts';

const later = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Sizes of the batches that were sent; a database of width 1 works in this thread, and is done before anything else is. */
function desk(width: number) {
  const sizes: number[] = [];
  const place = openBatcher<number, number>(
    { width },
    {
      playerOf: String,
      async send(items) {
        sizes.push(items.length);
        return items.map((item) => item * 2);
      },
    },
  );
  return { sizes, place };
}

it('an embedded database gets the queries of one turn together, where each request comes a few promises after the other', async () => {
  const { sizes, place } = desk(1);
  const answers: Promise<number>[] = [];
  for (let request = 0; request < 20; request++) {
    answers.push(place(request));
    // As between two sockets that are read one after the other: everything that does not wait for the outside goes on.
    for (let step = 0; step < 50; step++) await Promise.resolve();
  }
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 20 }, (_, request) => request * 2));
  expect(sizes).toEqual([20]);
  expect(await place(7)).toBe(14);
  expect(sizes).toEqual([20, 1]);
});

it('a database of its own is asked at once, and what comes meanwhile goes together', async () => {
  const { sizes, place } = desk(8);
  const first = place(1);
  expect(sizes).toEqual([1]);
  const others = [place(2), place(3)];
  await Promise.all([first, ...others]);
  await later();
  expect(sizes).toEqual([1, 2]);
});

/** A desk whose batches are answered when the test says so. Items are "player number". */
function slowDesk(width: number, busy: ReadonlySet<string>) {
  const sent: { readonly items: readonly string[]; readonly wait: boolean; readonly answer: () => void }[] = [];
  const playerOf = (item: string) => item.split(' ')[0] as string;
  const place = openBatcher<string, string>(
    { width },
    {
      playerOf,
      send: (items, wait) =>
        new Promise((resolve) =>
          sent.push({
            items,
            wait,
            answer: () => resolve(items.map((item) => (!wait && busy.has(playerOf(item)) ? undefined : `${item} done`))),
          }),
        ),
    },
  );
  return { sent, place };
}

it('[R41] what asks for a busy player waits apart, in order and by itself, and the others go on in batches', async () => {
  const { sent, place } = slowDesk(8, new Set(['a']));
  const answers: string[] = [];
  const ask = (item: string) => void place(item).then((answer) => answers.push(answer));
  ask('x 1');
  for (const item of ['a 1', 'b 1', 'a 2', 'c 1']) ask(item);
  sent[0]?.answer();
  await later();
  expect(sent[1]).toMatchObject({ items: ['a 1', 'b 1', 'a 2', 'c 1'], wait: false });
  sent[1]?.answer();
  await later();
  // The busy one's are waited for, and no other has to wait with them.
  expect(answers).toEqual(['x 1 done', 'b 1 done', 'c 1 done']);
  expect(sent[2]).toMatchObject({ items: ['a 1', 'a 2'], wait: true });
  for (const item of ['a 3', 'b 2', 'a 4']) ask(item);
  expect(sent[3]).toMatchObject({ items: ['b 2'], wait: false });
  sent[3]?.answer();
  await later();
  expect(answers.at(-1)).toBe('b 2 done');
  expect(sent).toHaveLength(4);
  // What came meanwhile of the busy one goes behind what he waits for.
  sent[2]?.answer();
  await later();
  expect(answers.slice(-2)).toEqual(['a 1 done', 'a 2 done']);
  expect(sent[4]).toMatchObject({ items: ['a 3', 'a 4'], wait: true });
  sent[4]?.answer();
  await later();
  ask('a 5');
  expect(sent[5]).toMatchObject({ items: ['a 5'], wait: false });
});

it('[R41] busy players take half of the connections at most, and each of them one', async () => {
  const players = ['a', 'b', 'c', 'd', 'e', 'f'];
  const { sent, place } = slowDesk(8, new Set(players));
  for (const player of ['x', ...players, ...players]) void place(`${player} 1`);
  sent[0]?.answer();
  await later();
  sent[1]?.answer();
  await later();
  expect(sent.slice(2).map(({ items }) => items)).toEqual(['a', 'b', 'c', 'd'].map((player) => [`${player} 1`, `${player} 1`]));
  const other = place('y 1');
  sent.at(-1)?.answer();
  expect(await other).toBe('y 1 done');
  sent[2]?.answer();
  await later();
  expect(sent.at(-1)).toMatchObject({ items: ['e 1', 'e 1'], wait: true });
});
