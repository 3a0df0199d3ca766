/** The blocks of a game screen. They stand on a GameProvider, so a screen that uses them names its game. */
import type { BlockDefinition } from '../core/contract.ts';

export const gameBlocks: readonly BlockDefinition[] = [
  {
    name: 'countdown',
    accessibility:
      'role timer with the time left as text; a polite status speaks at 60, 30 and 10 seconds and when the issue closes, never each second',
    load: () => import('./blocks/countdown/countdown.tsx'),
  },
  {
    name: 'latest-draw',
    accessibility: 'the result is one image named by its numbers; a polite status speaks a new result once; a button skips the animation',
    load: () => import('./blocks/latest-draw/latest-draw.tsx'),
  },
  {
    name: 'play-tabs',
    accessibility: 'two tablists (play groups, plays of the group) with arrow keys; each tab controls the board',
    load: () => import('./blocks/play-tabs/play-tabs.tsx'),
  },
  {
    name: 'play-info',
    accessibility: 'the hint as text and a button that opens a dialog with rules, prizes, chances and return to player',
    load: () => import('./blocks/play-info/play-info.tsx'),
  },
  {
    name: 'ball-board',
    accessibility: 'tabpanel of one named group for each area; each number is a button with a pressed state whose name says 胆 and 遗漏',
    load: () => import('./blocks/ball-board/ball-board.tsx'),
  },
  {
    name: 'bet-bar',
    accessibility: 'region 投注栏; bets and amount in a polite status; the reason why 确定 cannot be pressed describes that button',
    load: () => import('./blocks/bet-bar/bet-bar.tsx'),
  },
  {
    name: 'slip',
    accessibility:
      'list of lines, each with named edit and delete buttons; multiplier is a number field with named steppers; outcome in a dialog or status',
    load: () => import('./blocks/slip/slip.tsx'),
  },
  {
    name: 'chase-plan',
    accessibility:
      'number of issues and each multiplier are number fields with named steppers; plans are pressed buttons in named groups; 中奖即停 is a switch',
    load: () => import('./blocks/chase-plan/chase-plan.tsx'),
  },
  {
    name: 'draw-proof',
    accessibility: 'definition list of commit and seed; a button verifies, and a polite status says 一致 or 不一致 in words',
    load: () => import('./blocks/draw-proof/draw-proof.tsx'),
  },
];
