/** The generic blocks. Each loads by itself, with its styles, when a screen first shows it. */
import type { BlockDefinition } from '../core/contract.ts';

export const GENERIC_BLOCKS: readonly BlockDefinition[] = [
  {
    name: 'banner',
    accessibility:
      'region "推荐" as a carousel; slides are buttons, only the one in view is focusable; a button pauses it; still under reduced motion',
    load: () => import('./banner/banner.tsx'),
  },
  {
    name: 'notice-bar',
    accessibility: 'region "公告"; the notice is a button, a second button "n/m，下一条公告" turns; nothing moves by itself',
    load: () => import('./notice-bar/notice-bar.tsx'),
  },
  {
    name: 'menu-grid',
    accessibility: 'region named by its heading; a list of buttons named by their labels; badges are decoration',
    load: () => import('./menu-grid/menu-grid.tsx'),
  },
  {
    name: 'game-list',
    accessibility: 'region named by its heading; a list of buttons with name, tagline and the time left (role timer, not announced)',
    load: () => import('../lottery/blocks/game-list/game-list.tsx'),
  },
  {
    name: 'cells',
    accessibility: 'a list of buttons, or of plain rows where nothing follows; what cannot be undone asks in a modal dialog first',
    load: () => import('./cells/cells.tsx'),
  },
  {
    name: 'record-list',
    accessibility:
      'filters are pressed buttons in a named group; rows are buttons in a list; loading and end are told politely, errors as alerts with 重试',
    load: () => import('./record-list/record-list.tsx'),
  },
  {
    name: 'record-detail',
    accessibility: 'sections with headings; facts are a description list; numbers of a draw are one image named by zone and numbers',
    load: () => import('./record-detail/record-detail.tsx'),
  },
  {
    name: 'form',
    accessibility:
      'each field has a label above and, when wrong, an alert under it that it is described by; handing in moves focus to the first wrong field',
    load: () => import('./form/form.tsx'),
  },
  {
    name: 'draw-list',
    accessibility: 'a list of results; numbers are one image named by zone and numbers; a row is a button when it leads somewhere',
    load: () => import('../lottery/blocks/draw-list/draw-list.tsx'),
  },
  {
    name: 'choices',
    accessibility: 'pressed buttons in a named group',
    load: () => import('./choices/choices.tsx'),
  },
  {
    name: 'trend-chart',
    accessibility:
      'a chart as one named image in a scrollable region that the keyboard reaches; a pressed button shows it as tables of figures instead',
    load: () => import('../lottery/blocks/trend-chart/trend-chart.tsx'),
  },
  {
    name: 'game-catalogue',
    accessibility:
      'a named search field whose finds are told politely; sections with headings hold lists of buttons; a star is a pressed button named 收藏 and the game',
    load: () => import('../lottery/blocks/game-catalogue/game-catalogue.tsx'),
  },
  {
    name: 'game-day',
    accessibility: 'a named list box of games, a named date field, buttons 前一天 and 后一天',
    load: () => import('../lottery/blocks/game-day/game-day.tsx'),
  },
  {
    name: 'profile-card',
    accessibility: 'region "账户"; the balance is a polite live region and carries the play-money mark; links are buttons in a list',
    load: () => import('./profile-card/profile-card.tsx'),
  },
  {
    name: 'not-open',
    accessibility: 'a heading-like sentence and buttons for the way back',
    load: () => import('./not-open/not-open.tsx'),
  },
  { name: 'play-money', accessibility: 'plain text', load: () => import('./play-money/play-money.tsx') },
  { name: 'article', accessibility: 'an article under its heading', load: () => import('./article/article.tsx') },
  { name: 'text', accessibility: 'a paragraph under its heading', load: () => import('./text/text.tsx') },
  {
    name: 'dialog',
    accessibility: 'modal dialog named by its title; focus stays inside and returns; Escape closes',
    load: () => import('./dialog/dialog.tsx'),
  },
];
