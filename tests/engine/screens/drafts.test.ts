/** Drafts: values that a player typed into a form, or picked on a board, and did not submit. */
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../engine/descriptions/generated/screen.ts';
import { boardDraftName, clearDrafts, readDraft, writeDraft } from '../../../engine/screens/core/drafts.ts';
import { isSecretField } from '../../../engine/screens/core/idempotent-calls.ts';
import { testHost } from './support/host.ts';

describe('drafts', () => {
  it('[S71] belong to one player and one form; an empty draft is deleted', () => {
    const { storage } = testHost();
    writeDraft(storage, '1', 'card', { name: '甲' });
    writeDraft(storage, '1', 'other', { a: 'b' });
    expect(readDraft(storage, '1', 'card')).toEqual({ name: '甲' });
    expect([readDraft(storage, '2', 'card'), readDraft(storage, '', 'card'), readDraft(storage, '1', 'gone')]).toEqual([{}, {}, {}]);
    writeDraft(storage, '1', 'card', {});
    expect([readDraft(storage, '1', 'card'), readDraft(storage, '1', 'other')]).toEqual([{}, { a: 'b' }]);
    expect(readDraft(storage, '1', 'constructor')).toEqual({});
  });

  it("[S72] of forms are deleted at logout, and a visitor's at login; drafts of other players stay", () => {
    const { storage } = testHost();
    for (const mid of ['1', '2', '']) writeDraft(storage, mid, 'card', { name: mid });
    clearDrafts(storage, '1', '1');
    expect(['1', '2', ''].map((mid) => readDraft(storage, mid, 'card'))).toEqual([{}, { name: '2' }, { name: '' }]);
    clearDrafts(storage, '', '2');
    expect([readDraft(storage, '', 'card'), readDraft(storage, '2', 'card')]).toEqual([{}, { name: '2' }]);
  });

  it("of boards stay after a logout, and a visitor's go to the player who logs in and has no draft of that board", () => {
    const { storage } = testHost();
    const [one, two] = [boardDraftName('ssq'), boardDraftName('jczq', 'slip')];
    writeDraft(storage, '1', one, { board: 'a' });
    writeDraft(storage, '1', 'card', { name: '甲' });
    clearDrafts(storage, '1', '1');
    expect([readDraft(storage, '1', one), readDraft(storage, '1', 'card')]).toEqual([{ board: 'a' }, {}]);
    for (const form of [one, two]) writeDraft(storage, '', form, { board: 'b' });
    clearDrafts(storage, '', '1');
    expect([one, two].map((form) => readDraft(storage, '1', form))).toEqual([{ board: 'a' }, { board: 'b' }]);
    expect([one, two].map((form) => readDraft(storage, '', form))).toEqual([{}, {}]);
  });

  it('[S73] passwords, codes, fund passwords, pictures and fields marked secret are secret', () => {
    const secret = (field: object): boolean => isSecretField(field as Field);
    expect(['password', 'code', 'pin', 'picture'].every((type) => secret({ type }))).toBe(true);
    expect(secret({ type: 'text', secret: true })).toBe(true);
    expect(['text', 'tel', 'digits', 'amount', 'select'].some((type) => secret({ type }))).toBe(false);
  });

  it('[S74] that cannot be read are treated as empty', () => {
    for (const text of ['{', '[]', '7', 'null', '{"card":{"a":1},"good":{"a":"1"}}']) {
      const { storage } = testHost();
      storage.set('drafts.1', text);
      expect(readDraft(storage, '1', 'card')).toEqual({});
      writeDraft(storage, '1', 'card', { name: '甲' });
      expect(readDraft(storage, '1', 'card')).toEqual({ name: '甲' });
    }
  });
});
