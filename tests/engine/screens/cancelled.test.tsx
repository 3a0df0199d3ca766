// @vitest-environment happy-dom
/** The page of an issue that was not drawn, since no process ran or an operator gave it up. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { RawBlock, ScreenDocument } from '../../../engine/screens/core/contract.ts';
import { loadBlocks } from './examples/draw.tsx';
import { okAnswer, testHost } from './support/host.ts';
import { clear, showScreen } from './support/show.tsx';

const ROOT = join(import.meta.dirname, '../../..');
const SCREEN = JSON.parse(readFileSync(join(ROOT, 'app/descriptions/screens/resultDetailList.json'), 'utf8')) as ScreenDocument;
const issue = { gameCode: 'x', gameName: '测试彩', issue: '7', drawsAt: 2, hash: 'h', zones: [] };

beforeAll(loadBlocks);
afterEach(clear);

const open = (models: object): Promise<HTMLElement> =>
  showScreen(testHost({ '/api/lotteryresult/Detail': () => okAnswer(models) }), SCREEN.blocks as readonly RawBlock[], SCREEN, {
    issue: '7',
  });

it('says that it was cancelled, and offers no draw to look at', async () => {
  const element = await open({ ...issue, numbers: {}, origin: 'cancelled', proof: { commit: '', seed: '' } });
  expect(element.textContent).toContain('第 7 期 · 本期取消');
  expect(element.textContent).toContain('本期没有开奖，已投注的已退款');
  expect(element.textContent).not.toMatch(/重看开奖|跳过/);
  expect(element.querySelector('.draw-result')).toBeNull();
});
