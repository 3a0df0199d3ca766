import { expect, it } from 'vitest';
import { shortIssue } from '../../../../engine/screens/lottery/short-issue.ts';
import type { Game } from '../../../../engine/descriptions/types.ts';

const game = (issue: string): Pick<Game, 'schedule'> => ({ schedule: { issue } as Game['schedule'] });

it.each([
  ['{yyyy}{MM}{dd}{seq:4}', '202611300135', '0135'],
  ['{yyyy}{MM}{dd}{seq:3}', '20261130042', '042'],
  ['{yy}{MM}{dd}{seq:3}', '261130042', '042'],
  ['{yyyy}{MM}{dd}{seq:1}', '202611301', '202611301'],
  ['{yyyy}{seq:3}', '2026135', '2026135'],
  ['{run:7}', '0751234', '0751234'],
  ['{yyyy}{MM}{dd}{seq:4}', '2026113042', '2026113042'],
])('of %s: %s is written %s', (pattern, issue, short) => expect(shortIssue(game(pattern), issue)).toBe(short));
