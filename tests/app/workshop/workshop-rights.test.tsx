// @vitest-environment happy-dom
/** What the workshop shows to each role: the tabs of its rights and no others, and no call that would be refused and written down as an attempt. */
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { ROLES } from '../../../protocol/desk/rights.ts';
import { ROLES_BY_CODE } from '../../../server/admin/rights.ts';
import { OperatorContext } from '../../../app/workshop/operator.ts';
import { workshopTabsFor, WORKSHOP_TABS } from '../../../app/workshop/tabs-of.ts';
import { Workshop } from '../../../app/workshop/workshop.tsx';

let requests: string[] = [];
/** Opens the workshop of somebody with these rights and waits for a text of it. */
async function open(rights: readonly string[], until: string) {
  requests = [];
  vi.stubGlobal('fetch', (address: string) => {
    requests.push(address);
    return Promise.resolve(new Response(JSON.stringify({ status: 9, models: null, msg: '' })));
  });
  const element = document.createElement('div');
  const root = createRoot(element);
  root.render(
    <OperatorContext value={{ name: '小王', own: true, rights }}>
      <Workshop />
    </OperatorContext>,
  );
  const shows = (text: string) => vi.waitFor(() => expect(element.textContent).toContain(text));
  await shows(until);
  const buttons = (label: string) => [...element.querySelectorAll<HTMLElement>(`[aria-label="${label}"] button`)];
  return {
    element,
    names: (label: string) => buttons(label).map((button) => button.textContent),
    close: () => root.unmount(),
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it('has a tab for what a role may do, and none beside it', async () => {
  expect(Object.fromEntries(ROLES.map((role) => [role, workshopTabsFor(ROLES_BY_CODE[role].rights)]))).toEqual({
    viewer: [],
    editor: Object.keys(WORKSHOP_TABS),
    cashier: [],
    admin: Object.keys(WORKSHOP_TABS),
  });
  const referee = await open(['results', 'withdrawals', 'comments'], '赛果');
  expect(referee.names('编辑什么')).toEqual(['赛果', '评论']);
  referee.close();
  const moderator = await open(['comments'], '待处理');
  expect(moderator.names('编辑什么')).toEqual([]);
  // Neither the other parts' lists nor the problems of their files are asked for: that would be an attempt in the audit list.
  await vi.waitFor(() => expect([...new Set(requests)]).toEqual(['/operator/api/desk/comments?show=reported']));
  moderator.close();
});

it('tells an operator without rights here where to go', async () => {
  const nobody = await open([], '请到后台查看');
  expect(nobody.element.textContent).toContain('您的角色在工作台里没有可看的内容');
  expect(requests).toEqual([]);
  nobody.close();
});
