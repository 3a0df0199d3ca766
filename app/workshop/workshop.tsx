/** The workshop of an operator: desks for games, for what stands beside the draws, for screens, results of matches, withdrawals and comments, and what is wrong with everything else. */
import { type ReactNode, useState } from 'react';
import { ActivitiesDesk, QuizDesk, ScratchDesk, SmallDesk, StoreDesk } from './beside-desk.tsx';
import { CommentDesk } from './comment-desk.tsx';
import { GamesDesk } from './games-desk.tsx';
import { OtherProblems } from './other-problems.tsx';
import { PayoutDesk } from './payout-desk.tsx';
import { ResultsDesk } from './results-desk.tsx';
import { ScreensDesk } from './screens-desk.tsx';

export interface DeskProps {
  readonly onLoggedOut: () => void;
  /** What stands above the list of files. */
  readonly above: ReactNode;
}

const DESKS = {
  games: '游戏',
  small: '小游戏',
  scratch: '刮刮乐',
  quiz: '竞猜',
  store: '商城',
  activities: '活动',
  screens: '界面',
  results: '赛果',
  payouts: '提现',
  comments: '评论',
} as const;
type DeskName = keyof typeof DESKS;
const PAGES = {
  games: GamesDesk,
  small: SmallDesk,
  scratch: ScratchDesk,
  quiz: QuizDesk,
  store: StoreDesk,
  activities: ActivitiesDesk,
  screens: ScreensDesk,
  results: ResultsDesk,
  payouts: PayoutDesk,
  comments: CommentDesk,
} as const;

export function Workshop({ onLoggedOut }: { readonly onLoggedOut: () => void }): ReactNode {
  const [name, setName] = useState<DeskName>('games');
  const Desk = PAGES[name];
  return (
    <Desk
      key={name}
      onLoggedOut={onLoggedOut}
      above={
        <>
          <div className="switch" role="group" aria-label="编辑什么">
            {(Object.keys(DESKS) as DeskName[]).map((each) => (
              <button key={each} type="button" aria-pressed={each === name} onClick={() => setName(each)}>
                {DESKS[each]}
              </button>
            ))}
          </div>
          <OtherProblems onLoggedOut={onLoggedOut} />
        </>
      }
    />
  );
}
