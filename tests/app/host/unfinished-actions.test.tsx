// @vitest-environment happy-dom
/** The player's next page, any page, shows the outcome of a described action that an earlier page sent. */
import { act } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { resumeUnfinishedActions } from '../../../app/host/unfinished-actions.ts';
import { unfinishedSubmissionScopes } from '../../../engine/drivers/unfinished-submissions.ts';
import { GENERIC_BLOCKS } from '../../../engine/screens/blocks/register.ts';
import { registerBlocks } from '../../../engine/screens/core/registry.ts';
import { openPhonePage, type PhonePage, ScriptedServer } from '../../engine/screens/support/phones.ts';
import { screenWith } from '../../engine/screens/support/screens.ts';
import { button, clear, press, setField, showScreen } from '../../engine/screens/support/show.tsx';

beforeAll(async () => {
  registerBlocks(GENERIC_BLOCKS);
  await Promise.all(GENERIC_BLOCKS.map(({ load }) => load()));
});
afterEach(clear);

const FORM = {
  block: 'form',
  fields: [{ name: 'times', label: '倍数', type: 'text', required: true }],
  submit: {
    label: '跟单',
    action: { do: 'call', call: '/api/follow', key: true, params: { times: '{form.times}' }, done: '跟单成功，第 {models.n} 单' },
  },
};
const BARE = { ...FORM, submit: { label: '跟单', action: { ...FORM.submit.action, done: '跟 {form.times} 倍' } } };
const setUp = () => ({ server: new ScriptedServer(), items: new Map<string, string>() });

/** Sends the form, and closes the page before anything comes back. */
async function sendAndLeave(server: ScriptedServer, items: Map<string, string>, form: typeof FORM): Promise<void> {
  server.mode = 'hang';
  const element = await showScreen(openPhonePage(server, items).host, [form]);
  await setField(element, '[name=times]', '5');
  await press(button(element, '跟单'));
  await clear();
}

/** The next page of the player, on which `form` is not drawn. */
async function openElsewhere(server: ScriptedServer, items: Map<string, string>, form: typeof FORM): Promise<PhonePage> {
  const page = openPhonePage(server, items);
  Object.assign(page.host, { loadDocument: async () => screenWith({ title: '宝单', blocks: [form] }) });
  const scopes = unfinishedSubmissionScopes({ keys: () => [...items.keys()], get: (name) => items.get(name) ?? null }, '1');
  await resumeUnfinishedActions(page.host, scopes);
  return page;
}

it('tells what was done, once, and the form is empty when it opens again', async () => {
  const { server, items } = setUp();
  await sendAndLeave(server, items, FORM);
  const { host } = await openElsewhere(server, items, FORM);
  expect(host.moves).toEqual(['toast:跟单成功，第 1 单']);
  const element = await showScreen(host, [FORM]);
  expect(element.querySelector<HTMLInputElement>('[name=times]')?.value).toBe('');
  expect([host.moves.length, server.effects.size, server.sent.length]).toEqual([1, 1, 1]);
  await clear();
  expect((await openElsewhere(server, items, FORM)).host.moves).toEqual([]);
});

it('names the screen if the text reads what is gone with the page', async () => {
  const { server, items } = setUp();
  await sendAndLeave(server, items, BARE);
  expect((await openElsewhere(server, items, BARE)).host.moves).toEqual(['toast:宝单：上次提交已成功']);
});

it('tells what was not done, and the form keeps what was typed', async () => {
  const { server, items } = setUp();
  await sendAndLeave(server, items, FORM);
  Object.assign(server, { ask: async () => ({ state: 'unknown' }) });
  const { host } = await openElsewhere(server, items, FORM);
  expect(host.moves).toEqual(['toast:宝单：上次提交未成功，网络中断，未能提交']);
  const element = await showScreen(host, [FORM]);
  expect(element.querySelector<HTMLInputElement>('[name=times]')?.value).toBe('5');
});

it('leaves it to the button of the page, where there is one', async () => {
  const { server, items } = setUp();
  await sendAndLeave(server, items, FORM);
  const page = openPhonePage(server, items);
  Object.assign(page.host, { loadDocument: async () => screenWith({ title: '宝单', blocks: [FORM] }) });
  server.reachable = false;
  const element = await showScreen(page.host, [FORM]);
  const scopes = unfinishedSubmissionScopes({ keys: () => [...items.keys()], get: (name) => items.get(name) ?? null }, '1');
  const told = resumeUnfinishedActions(page.host, scopes);
  server.reachable = true;
  await act(async () => {
    page.submissions.wake();
    await told;
  });
  expect(page.host.moves).toEqual(['toast:跟单成功，第 1 单']);
  expect(element.querySelector<HTMLInputElement>('[name=times]')?.value).toBe('');
});
