/**
 * The workshop of an operator: editors of games, documents and screens, pages for results of matches and comments, and
 * problems of all other files. The operator sees the parts that the rights allow.
 */
import { type ReactNode, useState } from 'react';
import {
  ActivitiesEditor,
  ArticlesEditor,
  BannersEditor,
  BulletinsEditor,
  HelpEditor,
  QuizzesEditor,
  ScratchCardsEditor,
  SmallGamesEditor,
  ProductsEditor,
} from './document-editor.tsx';
import { CatalogueEditor } from './catalogue-editor.tsx';
import { CommentsPage } from './comments-page.tsx';
import { FamiliesEditor } from './families-editor.tsx';
import { GamesEditor } from './games-editor.tsx';
import { useOperator } from './operator.ts';
import { OtherProblems } from './other-problems.tsx';
import { ResultsPage } from './results-page.tsx';
import { ScreensEditor } from './screens-editor.tsx';
import { storeOpenCode, storedOpenCode } from './draft-storage.ts';
import { workshopTabsFor, WORKSHOP_TABS, type WorkshopTab } from './tabs-of.ts';

export interface WorkshopPageProps {
  /** What stands above the list of files. */
  readonly above: ReactNode;
}

const PAGES = {
  games: GamesEditor,
  families: FamiliesEditor,
  catalogue: CatalogueEditor,
  small: SmallGamesEditor,
  scratch: ScratchCardsEditor,
  quiz: QuizzesEditor,
  store: ProductsEditor,
  activities: ActivitiesEditor,
  bulletins: BulletinsEditor,
  banners: BannersEditor,
  articles: ArticlesEditor,
  help: HelpEditor,
  screens: ScreensEditor,
  results: ResultsPage,
  comments: CommentsPage,
} as const satisfies Readonly<Record<WorkshopTab, (props: WorkshopPageProps) => ReactNode>>;

/** The open tab is stored under this key. */
const OPEN_TAB = '';

export function Workshop(): ReactNode {
  const { rights } = useOperator();
  const tabs = workshopTabsFor(rights);
  const [chosen, setChosen] = useState(() => tabs.find((tab) => tab === storedOpenCode(OPEN_TAB)));
  const name = chosen ?? tabs[0];
  if (name === undefined)
    return (
      <main className="queue">
        <p className="queue__none">您的角色在工作台里没有可看的内容，请到后台查看。</p>
      </main>
    );
  const choose = (tab: WorkshopTab): void => {
    storeOpenCode(OPEN_TAB, tab);
    setChosen(tab);
  };
  const Page = PAGES[name];
  return (
    <Page
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
