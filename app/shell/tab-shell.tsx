import { memo, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { formatMoney } from '../../engine/descriptions/format.ts';
import { useHost } from '../../engine/screens/core/hooks.ts';
import { useOpenedScreen, useScreenTitle } from '../../engine/screens/core/screen-view.tsx';
import { Icon, isIconName } from '../../engine/screens/kit/icon.tsx';
import { useScreenDocument } from '../host/documents.ts';
import { usePrefetch } from '../host/prefetch.ts';
import { ui } from '../host/ui.ts';
import { useApp } from './context.ts';
import { HeaderAction } from './header-action.tsx';
import { ScreenBody, useDocumentTitle } from './page.tsx';
import { useScroll, wasLeftScrolled } from './use-scroll.ts';

/** Tabs that were shown since the app started. */
const visited = new Set<number>();

/** The tabs of the brand at "/": one is shown, the bar stays. */
export const TabShell = memo(function TabShell({ back }: { readonly back: boolean }): ReactNode {
  const { brand } = useApp().boot;
  const { tab } = useSnapshot(ui);
  const index = Math.min(tab, brand.tabs.length - 1);
  // The bar answers a tap at once; the tab is drawn in slices behind it.
  const shown = useDeferredValue(index);
  return (
    <div className="page page--tabs">
      <Tab key={shown} index={shown} screen={brand.tabs[shown]?.screen ?? ''} reached={back} />
      <TabBar index={index} />
    </div>
  );
});

const Tab = memo(function Tab({
  index,
  screen,
  reached,
}: {
  readonly index: number;
  readonly screen: string;
  readonly reached: boolean;
}): ReactNode {
  const { brand } = useApp().boot;
  const { description, error, retry } = useScreenDocument(screen);
  // A tab that was seen before is as it was left, however the page was reached; decided once, when it opens.
  const scrollKey = `tab:${index}`;
  const [back] = useState(() => reached || visited.has(index));
  useEffect(() => {
    visited.add(index);
  }, [index]);
  const [whole] = useState(() => back && wasLeftScrolled(scrollKey));
  const store = useOpenedScreen(description, undefined, undefined, back, whole);
  const title = useScreenTitle(store);
  const main = useRef<HTMLElement>(null);
  useScroll(main, scrollKey, back);
  useDocumentTitle(title);
  usePrefetch(description, useApp().boot.routes);
  // Most tabs carry the brand's colour, so a tab whose description is on its way has it.
  const branded = description === undefined || description.look === 'brand';
  return (
    <div className={branded ? 'tab tab--brand' : 'tab'}>
      <header className="header header--tab">
        {index === 0 && isIconName(brand.logo) ? (
          <span className="header__logo">
            <Icon name={brand.logo} size={28} />
          </span>
        ) : null}
        <h1 className="header__page-title">{title || brand.tabs[index]?.label}</h1>
        {index === 0 && brand.slogan ? <span className="play-money header__slogan">{brand.slogan}</span> : null}
        <span className="header__side">{store?.plan.header ? <HeaderAction store={store} /> : index === 0 ? <Wallet /> : null}</span>
      </header>
      <main className="page__main" ref={main} tabIndex={-1} data-scroller data-screen={screen}>
        <ScreenBody store={store} error={error} onRetry={retry} />
      </main>
    </div>
  );
});

/** Balance, or the way in. The play-money mark stands beside the title. */
function Wallet(): ReactNode {
  const app = useApp();
  const { loggedIn, balanceFen } = useSnapshot(useHost().session);
  if (!loggedIn)
    return (
      <button type="button" className="header__action" onClick={() => app.navigator.navigate('/login')}>
        登录
      </button>
    );
  return (
    <button
      type="button"
      className="header__action header__wallet amount"
      onClick={() => app.openTab(app.boot.brand.tabs.length - 1)}
      aria-label={balanceFen === null ? '我的账户' : `余额 ${formatMoney(balanceFen)} 元，打开我的账户`}
    >
      {balanceFen === null ? '—' : `¥${formatMoney(balanceFen)}`}
    </button>
  );
}

function TabBar({ index }: { readonly index: number }): ReactNode {
  const app = useApp();
  return (
    <nav className="tab-bar" aria-label="主导航">
      {app.boot.brand.tabs.map((tab, at) => (
        <button
          key={tab.screen}
          type="button"
          className="tab-bar__tab"
          aria-current={at === index ? 'page' : undefined}
          data-tab={at}
          onClick={() => app.openTab(at)}
        >
          {isIconName(tab.icon) ? <Icon name={tab.icon} /> : null}
          <span>{tab.label}</span>
        </button>
      ))}
    </nav>
  );
}
