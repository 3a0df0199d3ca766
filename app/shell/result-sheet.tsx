/** The results of the player's own orders, over whatever screen he is on: a quiet note, and the sheet behind it. */
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { formatMoney, formatSigned } from '../../engine/descriptions/format.ts';
import { useOpenedScreen } from '../../engine/screens/core/screen-view.tsx';
import { Icon } from '../../engine/screens/kit/icon.tsx';
import { Sheet } from '../../engine/screens/kit/sheet.tsx';
import { useScreenDocument } from '../host/documents.ts';
import { type ResultNews, ui } from '../host/ui.ts';
import { ScreenBody } from './page.tsx';
import './result-sheet.css';

/** The screen that describes the sheet. */
const SCREEN = 'result-sheet';
/** A note goes by itself (ms): long enough to read, short enough to forget. */
const NOTE_MS = 5_000;

export default function ResultSheet({ address }: { readonly address: string }): ReactNode {
  const { results } = useSnapshot(ui);
  const opened = useRef(address);
  const id = results?.orderIds.join();
  // Wherever an action of the sheet leads, the sheet is left.
  useEffect(() => {
    if (opened.current !== address && ui.results?.sheet) ui.results = null;
    opened.current = address;
  }, [address]);
  useEffect(() => {
    if (id === undefined || results?.sheet) return;
    const timer = setTimeout(() => {
      if (ui.results?.orderIds.join() === id && !ui.results.sheet) ui.results = null;
    }, NOTE_MS);
    return () => clearTimeout(timer);
  }, [id, results?.sheet]);
  if (!results) return null;
  return results.sheet ? <Opened orderIds={id ?? ''} /> : <Note news={results} />;
}

function Opened({ orderIds }: { readonly orderIds: string }): ReactNode {
  const { description, error, retry } = useScreenDocument(SCREEN);
  const params = useMemo(() => ({ orderIds }), [orderIds]);
  const store = useOpenedScreen(description, params);
  return (
    <Sheet open blocks title="开奖结果" onClose={close}>
      <div className="result-sheet">
        <ScreenBody store={store} error={error} onRetry={retry} />
      </div>
    </Sheet>
  );
}

const close = (): void => {
  ui.results = null;
};

/** What has not won is said in one line, and asks for nothing. */
function Note({ news }: { readonly news: ResultNews }): ReactNode {
  const { title, prizeFen, amountFen } = news;
  const net = prizeFen - amountFen;
  const figure = formatSigned(net);
  return (
    <div className="result-note" role="status">
      <button
        type="button"
        className="result-note__open"
        onClick={() => {
          if (ui.results) ui.results = { ...ui.results, sheet: true };
        }}
      >
        <span>
          {title}，{prizeFen > 0 ? `已返奖 ¥${formatMoney(prizeFen)}，净 ${figure}` : '未中奖'}
        </span>
        <span className="result-note__more">查看</span>
      </button>
      <button type="button" className="icon-button" aria-label="收起" onClick={close}>
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}
