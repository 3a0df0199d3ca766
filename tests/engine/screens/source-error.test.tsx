// @vitest-environment happy-dom
/** The error that a screen shows in place of a source's data: a button to load again, or to go back if loading again cannot help. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GENERIC_BLOCKS } from '../../../engine/screens/blocks/register.ts';
import { registerBlocks } from '../../../engine/screens/core/registry.ts';
import { testHost } from './support/host.ts';
import { screenWith } from './support/screens.ts';
import { button, clear, press, showScreen } from './support/show.tsx';

beforeAll(async () => {
  registerBlocks(GENERIC_BLOCKS);
  await Promise.all(GENERIC_BLOCKS.map(({ load }) => load()));
});
afterEach(clear);

const text = (page: HTMLElement) => page.textContent ?? '';
const [MISSING, INVALID] = [8, 1];
const described = screenWith({
  sources: { thing: { call: '/thing' } },
  blocks: [{ block: 'group', source: 'thing', blocks: [{ block: 'text', text: '{name}' }] }],
});
const refused = async (status: number, msg: string) => {
  const host = testHost({ '/thing': () => ({ ok: false, status, msg, inDoubt: false }) }, { missing: MISSING, invalid: INVALID });
  return { host, page: await showScreen(host, described.blocks, described) };
};

describe('a source that was refused', () => {
  it('has a button to load again if that can help', async () => {
    const { host, page } = await refused(99, '系统繁忙');
    expect(text(page)).toContain('系统繁忙');
    await press(button(page, '重试'));
    expect(host.calls).toHaveLength(2);
  });

  it.each([
    [MISSING, '没有这个活动', '没有这个活动内容可能已移除或下架，请返回重新选择。'],
    [INVALID, '参数 hash 不正确：格式不正确', '没有找到地址或条件不正确，请返回重新选择。'],
  ])('has a button to go back if loading again cannot help (status %i), in words for a player', async (status, msg, shown) => {
    const { host, page } = await refused(status, msg);
    expect(text(page)).toContain(shown);
    expect(text(page)).not.toMatch(/重试|hash/);
    await press(button(page, '返回'));
    expect(host.moves).toEqual(['back']);
  });
});
