/** How many matches are picked, which, what was struck out, and 确定 or why not yet. Always in reach of the thumb. */
import { useReadableValue, useSelected } from '../../../core/use-current.ts';
import { lazy, type ReactNode, Suspense, useId, useState, useSyncExternalStore } from 'react';
import type { MatchBarBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useScreen } from '../../../core/hooks.ts';
import { Button } from '../../../kit/button.tsx';
import { PlayMoney, PlayMoneyLine } from '../../../kit/play-money.tsx';
import { countRender } from '../../../core/render-counter.ts';
import { missingPicksText, requiredMatches } from '../../missing-picks.ts';
import { useSport } from '../../use-sport.ts';
import './match-bar.css';

const PickedSheet = lazy(() => import('./picked-sheet.tsx'));

export default function MatchBar({ block }: BlockProps<MatchBarBlock>): ReactNode {
  countRender('bar');
  const runtime = useSport();
  const screen = useScreen();
  const { sport } = useReadableValue(runtime.version);
  const matches = useSelected(runtime.picks, ({ context }) => context.matches);
  const struck = useSelected(runtime.picks, ({ context }) => context.struck.length);
  const play = useSelected(runtime.picks, ({ context }) => context.play);
  const [open, setOpen] = useState(false);
  const reasonId = useId();
  const { host, code, book } = runtime;
  const nothingOnSale = useSyncExternalStore(book.watchList, () => book.listing() !== undefined && !book.sells());
  // There is nothing to pick then, and the list says when there will be.
  if (nothingOnSale && matches.length === 0 && struck === 0) return <PlayMoneyLine />;
  const disabled = host.index.current.games.find((each) => each.code === code)?.disabled;
  const reason = disabled ?? missingPicksText(sport, play, matches, host.now());
  const wanted = requiredMatches(sport, play);
  const choices = matches.reduce(
    (sum, { picks }) => sum + Object.values(picks).reduce((all, each) => all + Object.keys(each).length, 0),
    0,
  );
  return (
    <section className="match-bar" aria-label="已选赛事">
      <div className="match-bar__main">
        <button
          type="button"
          className="match-bar__sum"
          aria-haspopup="dialog"
          disabled={matches.length === 0 && struck === 0}
          onClick={() => setOpen(true)}
        >
          <span className="match-bar__figures tabular" role="status">
            已选 <b>{matches.length}</b>
            {wanted === undefined ? null : <> / {wanted}</>} 场{choices > matches.length ? <small>{choices} 项</small> : null}
            {struck > 0 ? <small className="is-win">{struck} 场已停</small> : null}
          </span>
          <span className="match-bar__reason" id={reasonId}>
            {reason || '点这里查看已选'}
          </span>
        </button>
        <span className="match-bar__acts">
          <Button disabled={matches.length === 0 && struck === 0} onClick={() => runtime.picks.send({ type: 'CLEAR' })}>
            清空
          </Button>
          {/* Not `disabled`: a press says what is missing, and a screen reader can find out. */}
          <Button
            variant="primary"
            className="match-bar__go"
            aria-disabled={reason !== '' || undefined}
            aria-describedby={reasonId}
            onClick={() => {
              if (reason) host.toast(reason);
              else void screen.act(block.go, { gameCode: code });
            }}
          >
            确定
          </Button>
        </span>
      </div>
      <p className="match-bar__foot">
        <PlayMoney />
      </p>
      {open ? (
        <Suspense fallback={null}>
          <PickedSheet onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
