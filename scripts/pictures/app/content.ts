/** Help, articles, messages, search and the installed app on the picture page: the server's own texts and answers. */
import { at, type State, state, then, waiting, without } from './ways.ts';

const typed = (words: string, answer: RegExp) =>
  then('/search', async (page) => {
    await page.getByRole('searchbox').fill(words);
    await page.getByText(answer).first().waitFor();
  });

export const CONTENT_STATES: readonly State[] = [
  state('help', '帮助中心', 'bettor', at('/helpCenter')),
  { ...state('help-loading', '帮助中心，加载中', 'bettor', waiting(/SiteMsg\/HelpCenter/, '/helpCenter')), loading: true },
  state('help-group', '一类帮助', 'bettor', at('/helpType/buy')),
  state('help-page', '一页帮助', 'bettor', at('/helpDetail/buy/chase')),
  state('help-rules', '彩种规则', 'bettor', at('/helpDetail/games/ssq')),
  state('help-rules-matches', '竞彩规则', 'bettor', at('/helpDetail/games/jczq')),
  state('help-unknown', '帮助不存在', 'bettor', at('/helpDetail/buy/none')),
  state('articles', '资讯', 'bettor', at('/Article1')),
  state('article', '一篇资讯', 'bettor', at('/articleDetail?id=welcome')),
  state('article-unknown', '没有这篇资讯', 'bettor', at('/articleDetail?id=none')),
  state('messages', '消息', 'bettor', at('/MsgCenter')),
  state('messages-newcomer', '消息，新账号', 'newcomer', at('/MsgCenter')),
  state('messages-settings', '消息设置', 'bettor', at('/msgSettings')),
  state('search', '搜索', 'bettor', at('/search')),
  state('search-found', '搜索，找到', 'bettor', typed('ssq', /^彩种$/)),
  state('search-nothing', '搜索，没有找到', 'bettor', typed('没有这样的东西', /没有找到/)),
  state('search-error', '搜索，服务器不在', 'bettor', without(/SiteMsg\/Search/, at('/search'))),
  state('download', '下载', 'visitor', at('/EDownload')),
  state('menu-center', '全部功能', 'bettor', at('/menuCenter')),
  state('menu-center-visitor', '全部功能，未登录', 'visitor', at('/menuCenter')),
];
