/** What goes to the database together (server/db/batches.ts). */
import { expect, it } from 'vitest';
import { openBatches } from '../../server/db/batches.ts';

const later = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Sizes of the batches that were sent; a database of width 1 works in this thread, and is done before anything else is. */
function desk(width: number) {
  const sizes: number[] = [];
  const place = openBatches<number, number>(
    { width },
    {
      whose: String,
      async send(items) {
        sizes.push(items.length);
        return items.map((item) => item * 2);
      },
    },
  );
  return { sizes, place };
}

it('an embedded database is given together what was read in one turn, each request a few promises after the other', async () => {
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
