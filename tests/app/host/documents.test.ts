/** Descriptions on the phone while the index changes: what is on its way when a newer version is published. */
import { expect, it } from 'vitest';
import { loadedScreen, prepareScreen } from '../../../app/host/documents.ts';
import { Descriptions } from '../../../app/platform/descriptions.ts';
import type { DescriptionIndex } from '../../../engine/descriptions/types.ts';
import type { Host } from '../../../engine/screens/core/contract.ts';

const indexOf = (version: string): DescriptionIndex =>
  ({ format: 1, version, games: [], documents: { screen: { home: version } } }) as unknown as DescriptionIndex;

/** A server whose answers are given one by one. */
function server() {
  const requests: { readonly url: string; answer(body: unknown): void }[] = [];
  const fetch = (url: string) =>
    new Promise<Response>((resolve) => requests.push({ url, answer: (body) => resolve(new Response(JSON.stringify(body))) }));
  const descriptions = new Descriptions({ fetch, origin: '', index: indexOf('one') });
  const turns = async () => {
    for (let i = 0; i < 20; i += 1) await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { requests, descriptions, turns };
}

it('a screen that comes after a newer version was published is not taken for that one', async () => {
  const { requests, descriptions, turns } = server();
  const host = {
    index: descriptions.index,
    loadDocument: (kind: string, code: string) => descriptions.loadDocument(kind, code),
  } as unknown as Host;
  const opened = prepareScreen(host, 'home');
  descriptions.index.current = indexOf('two');
  expect(requests.map(({ url }) => url)).toEqual(['/descriptions/screen/home.one.json']);
  requests[0]?.answer({ is: 'one' });
  await turns();
  requests[1]?.answer({ is: 'two' });
  expect(await opened).toEqual({ is: 'two' });
  expect(loadedScreen(host, 'home')).toEqual({ is: 'two' });
});

it('an index that is asked for because of a publication is not one that was asked for before it', async () => {
  const { requests, descriptions, turns } = server();
  const before = descriptions.refresh();
  const after = descriptions.renew();
  const together = descriptions.renew();
  // Answered before the publication.
  requests[0]?.answer(indexOf('one'));
  await before;
  await turns();
  requests[1]?.answer(indexOf('two'));
  expect(await Promise.all([after, together])).toEqual([true, true]);
  expect(descriptions.index.current.version).toBe('two');
  expect(requests).toHaveLength(2);
});
