/** The functions of the app that descriptions may name (app/descriptions/functions.json). Each says why it did not succeed. */
import { isColourScheme, type ColourScheme } from '../../engine/descriptions/brand.ts';
import type { Refusal } from '../../engine/screens/core/contract.ts';
import { clearDrafts } from '../../engine/screens/core/drafts.ts';
import type { Navigator } from '../navigation/index.ts';
import type { Platform } from '../platform/index.ts';
import { NO_ANSWER } from '../platform/errors.ts';
import type { PosterText } from './poster.ts';
import { toast, ui } from './ui.ts';

/** False: it did not succeed, and has said why. A refusal is shown where the action was. */
export type AppFunction = (args: Readonly<Record<string, string>>) => boolean | Promise<boolean | Refusal>;

export interface FunctionDependencies {
  /** Light, dark, or as the device says. */
  readonly look: (look: ColourScheme) => void;
  readonly platform: Platform;
  readonly navigator: Navigator;
  readonly openTab: (index: number) => void;
  /** Makes a picture of an invitation and shares or saves it. */
  readonly poster: (text: PosterText) => Promise<boolean>;
  /** Bets the slip of a game on matches and shows it to others (发单). */
  readonly release: (gameCode: string, terms: Readonly<Record<string, string>>) => Promise<boolean | Refusal>;
  /** Saves the recording of this session; returns the message. */
  readonly saveTrace: () => Promise<string>;
  /** Starts a group order from the slip of a game (合买). */
  readonly startGroupBuy: (gameCode: string, terms: Readonly<Record<string, string>>) => Promise<boolean | Refusal>;
}

export function appFunctions({
  platform,
  navigator,
  openTab,
  poster,
  look,
  release,
  saveTrace,
  startGroupBuy,
}: FunctionDependencies): Readonly<Record<string, AppFunction>> {
  const enter = (how: 'login' | 'register', done: string): AppFunction => {
    return async ({ username = '', password = '', ...rest }) => {
      const {
        ok,
        status = NO_ANSWER,
        msg,
        models,
      } = await (how === 'login' ? platform.login(username, password) : platform.register(username, password, rest));
      if (!ok) return { status, msg, models };
      toast(done, { icon: 'success' });
      return true;
    };
  };
  return {
    login: enter('login', '登录成功'),
    register: enter('register', '注册成功'),
    logout() {
      clearDrafts(platform.storage, platform.session.mid, platform.session.mid);
      platform.logout();
      toast('已退出登录', { icon: 'success' });
      return true;
    },
    tab({ index = '0' }) {
      openTab(Number(index));
      return true;
    },
    async launch({ gamecode = '', company = '', page }) {
      await navigator.launch(gamecode, company, page);
      return true;
    },
    frame({ title = '', url = '' }) {
      if (navigator.openFrame({ title, url })) return true;
      toast('无法打开该地址', { icon: 'fail' });
      return false;
    },
    leaveMaintenance: () => import('./maintenance.ts').then((part) => part.leaveMaintenance(platform, navigator)),
    startTogether: ({ gameCode = '', ...terms }) => startGroupBuy(gameCode, terms),
    look({ value = '' }) {
      if (!isColourScheme(value)) return false;
      look(value);
      return true;
    },
    async saveFile({ name = '', text = '' }) {
      (await import('./save-text.ts')).saveText(name, text);
      return true;
    },
    releaseSlip: ({ gameCode = '', ...terms }) => release(gameCode, terms),
    poster: ({ title = '', label = '', code = '', url = '', note = '' }) => poster({ title, label, code, url, note }),
    install: () => import('./installed.ts').then((part) => part.installNow()),
    push: (args) => import('./installed.ts').then((part) => part.switchPush(platform, args)),
    closeNews() {
      ui.news = null;
      return true;
    },
    async exportTrace() {
      toast(await saveTrace(), { icon: 'success' });
      return true;
    },
  };
}
