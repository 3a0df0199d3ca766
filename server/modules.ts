/** The modules whose calls and background jobs a process runs, the lowest first (server/modules.json). */
import { ledger } from './ledger/index.ts';
import { accounts } from './accounts/index.ts';
import { payments } from './payments/index.ts';
import { lottery } from './lottery/index.ts';
import { sports } from './sports/index.ts';
import { miniGames } from './mini-games/index.ts';
import { social } from './social/index.ts';
import { loyalty } from './loyalty/index.ts';
import { inbox } from './inbox/index.ts';
import { content } from './content/index.ts';
import { agents } from './agents/index.ts';
import { admin } from './admin/index.ts';
import type { Module } from './platform/index.ts';
import type { Services } from './services.ts';

export const MODULES: readonly Module<Services>[] = [
  ledger,
  accounts,
  payments,
  lottery,
  sports,
  miniGames,
  social,
  loyalty,
  inbox,
  content,
  agents,
  admin,
];
