/** The parts of the workshop, and the right that each needs: without it an operator sees neither the part nor its data. */
import type { Right } from '../../protocol/desk/rights.ts';

export const WORKSHOP_TABS = {
  games: { label: '游戏', right: 'workshop' },
  families: { label: '家族', right: 'workshop' },
  catalogue: { label: '总览', right: 'workshop' },
  small: { label: '小游戏', right: 'workshop' },
  scratch: { label: '刮刮乐', right: 'workshop' },
  quiz: { label: '竞猜', right: 'workshop' },
  store: { label: '商城', right: 'workshop' },
  activities: { label: '活动', right: 'workshop' },
  bulletins: { label: '公告', right: 'workshop' },
  banners: { label: '轮播', right: 'workshop' },
  articles: { label: '资讯', right: 'workshop' },
  help: { label: '帮助', right: 'workshop' },
  screens: { label: '界面', right: 'workshop' },
  results: { label: '赛果', right: 'results' },
  comments: { label: '评论', right: 'comments' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly right: Right }>>;
export type WorkshopTab = keyof typeof WORKSHOP_TABS;

/** The tabs of an operator, in their order. */
export const workshopTabsFor = (rights: readonly string[]): readonly WorkshopTab[] =>
  (Object.keys(WORKSHOP_TABS) as WorkshopTab[]).filter((tab) => rights.includes(WORKSHOP_TABS[tab].right));
