/**
 * The workshop of an operator: desks for games, for what stands beside the draws, for screens, results of matches and comments, and
 * what is wrong with everything else; of these, what his rights open.
 */
import { type ReactNode, useState } from 'react';
import {
  ActivitiesDesk,
  ArticlesDesk,
  BannersDesk,
  BulletinsDesk,
  HelpDesk,
  QuizDesk,
  ScratchDesk,
  SmallDesk,
  StoreDesk,
} from './beside-desk.tsx';
import { CatalogueDesk } from './catalogue-desk.tsx';
import { CommentDesk } from './comment-desk.tsx';
import { FamiliesDesk } from './families-desk.tsx';
import { GamesDesk } from './games-desk.tsx';
import { useOperator } from './operator.ts';
import { OtherProblems } from './other-problems.tsx';
import { ResultsDesk } from './results-desk.tsx';
import { ScreensDesk } from './screens-desk.tsx';
import { keepOpen, keptOpen } from './kept-drafts.ts';
import { tabsOf, WORKSHOP_TABS, type WorkshopTab } from './tabs-of.ts';

export interface DeskProps {
  /** What stands above the list of files. */
  readonly above: ReactNode;
}

const PAGES = {
  games: GamesDesk,
  families: FamiliesDesk,
  catalogue: CatalogueDesk,
  small: SmallDesk,
  scratch: ScratchDesk,
  quiz: QuizDesk,
  store: StoreDesk,
  activities: ActivitiesDesk,
  bulletins: BulletinsDesk,
  banners: BannersDesk,
  articles: ArticlesDesk,
  help: HelpDesk,
  screens: ScreensDesk,
  results: ResultsDesk,
  comments: CommentDesk,
} as const satisfies Readonly<Record<WorkshopTab, (props: DeskProps) => ReactNode>>;

/** Under this the desk itself is kept as what is open. */
const DESK = '';

export function Workshop(): ReactNode {
  const { rights } = useOperator();
  const tabs = tabsOf(rights);
  const [chosen, setChosen] = useState(() => tabs.find((tab) => tab === keptOpen(DESK)));
  const name = chosen ?? tabs[0];
  if (name === undefined)
    return (
      <main className="queue">
        <p className="queue__none">您的角色在工作台里没有可看的内容，请到后台查看。</p>
      </main>
    );
  const choose = (tab: WorkshopTab): void => {
    keepOpen(DESK, tab);
    setChosen(tab);
  };
  const Desk = PAGES[name];
  return (
    <Desk
      key={name}
      above={
        <>
          {tabs.length > 1 ? (
            <div className="switch" role="group" aria-label="编辑什么">
              {tabs.map((each) => (
                <button key={each} type="button" aria-pressed={each === name} onClick={() => choose(each)}>
                  {WORKSHOP_TABS[each].label}
                </button>
              ))}
            </div>
          ) : null}
          {rights.includes('workshop') ? <OtherProblems /> : null}
        </>
      }
    />
  );
}
