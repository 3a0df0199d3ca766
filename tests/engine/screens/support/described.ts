/** Screens of the app's own descriptions over the declared examples of their calls, and what a test asks of a page that is drawn so. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getByRole } from '@testing-library/dom';
import { act } from 'react';
import type { ScreenDocument } from '../../../../engine/screens/core/contract.ts';
import { betJoin, groupDetail, groupJoins, groupList, groupTerms } from '../../../../protocol/calls/hm.ts';
import { groupRecord } from '../../../../protocol/calls/hm-records.ts';
import { commentList } from '../../../../protocol/calls/people.ts';
import type { ExampleHost } from '../examples/example.ts';

const APP = join(import.meta.dirname, '../../../../app/descriptions');
const read = (name: string) => JSON.parse(readFileSync(join(APP, name), 'utf8'));
export const TERMS = read('terms.json').terms;
export const screenOf = (code: string) => read(`screens/${code}.json`) as ScreenDocument;

/** What the screens of group buying (合买) are answered. */
export const GROUP_ANSWERS = {
  '/api/hm/list': groupList.example.models,
  '/api/hm/detail': groupDetail.example.models,
  '/api/hm/joinlist': groupJoins.example.models,
  '/api/hm/QueryTotherRank': groupRecord.example.models,
  '/api/order/CommentList': commentList.example.models,
  '/api/hm/Terms': groupTerms.example.models,
  '/api/lottery/bet_join': betJoin.example.models,
};

export const button = (page: HTMLElement, name: string | RegExp): HTMLElement => getByRole(page, 'button', { name });
export const sheet = (name: string | RegExp): HTMLElement => getByRole(document.body, 'dialog', { name });
export const sentParams = (host: ExampleHost, path: string) => host.calls.flatMap((call) => (call.path === path ? [call.params] : []));
export const textOf = (page: HTMLElement): string => (page.textContent ?? '').replace(/\s+/g, ' ');

export async function typeInto(field: HTMLElement, value: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
