/** What a page fetches ahead: a few screens, each once, and only those that exist. */
import { describe, expect, it } from 'vitest';
import { screensOf } from '../../../app/host/prefetch.ts';
import game from '../../../app/descriptions/screens/game.json' with { type: 'json' };
import routes from '../../../app/descriptions/routes.json' with { type: 'json' };
import type { RoutesDescription } from '../../../engine/descriptions/routes.ts';
import { screenFindings } from '../../../engine/descriptions/screens/check.ts';
import { productVocabulary } from '../../support/vocabulary.ts';
import { screenWith } from './support/screens.ts';

describe('what follows a screen', () => {
  it('is each screen of the addresses once; a board is followed by every slip', () => {
    const known = routes as unknown as RoutesDescription;
    expect(screensOf(known, ['/ssq', '/dlt', '/nowhere/at/all', '/result'])).toEqual(['game', 'result']);
    expect(screensOf(known, game.next)).toEqual(['confirm-quick', 'confirm-number', 'confirm-credit']);
  });

  it('an address that leads nowhere is found by the check', () => {
    const found = screenFindings(screenWith({ next: ['/ssq', '/sssq'] }) as never, productVocabulary());
    expect(found.map(({ code, pointer }) => [code, pointer])).toEqual([['SCREEN_ROUTE', '/next/1']]);
  });
});
