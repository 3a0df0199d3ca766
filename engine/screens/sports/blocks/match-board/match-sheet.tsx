/** The plays of many choices of one match, a tab each. Their odds are loaded when it opens, and again when the offer has changed. */
import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { Button } from '../../../kit/button.tsx';
import { ErrorState } from '../../../kit/error-state.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { useExclusive } from '../../use-exclusive.ts';
import { whyNotPickable, type OpenSheet, type RowParts } from './match-row.tsx';
import { PlayParts } from './play-cells.tsx';

export interface MatchSheetProps extends OpenSheet {
  readonly parts: RowParts;
  readonly onClose: () => void;
}

export default function MatchSheet({ match: id, play: first, parts, onClose }: MatchSheetProps): ReactNode {
  const { runtime, sport, view } = parts;
  const { book, cells, host } = runtime;
  const offer = useSyncExternalStore(
    (listener) => book.watch(id, listener),
    () => book.offer(id),
  );
  const picked = useSyncExternalStore(
    (listener) => cells.watchMatch(id, listener),
    () => cells.match(id),
  );
  const [code, choose] = useState(first ?? view.sheet[0]?.code ?? '');
  const [failed, fail] = useState(false);
  const [attempt, again] = useState(0);
  const panel = useId();
  const version = offer?.version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other odds, and an attempt is what 重试 asks for
  useEffect(() => {
    let wanted = true;
    void runtime.loadAll([id]).then((loaded) => wanted && fail(!loaded));
    return () => {
      wanted = false;
    };
  }, [runtime, id, version, attempt]);
  const warnings = useExclusive(sport, picked);
  if (!offer) return null;
  const lack = whyNotPickable(offer, host.now());
  const play = view.sheet.find((each) => each.code === code) ?? view.sheet[0];
  const count = (of: string): number => Object.keys(picked?.picks[of] ?? {}).length;
  const waiting = !book.hasMore(id) && sport.payout.kind === 'odds';
  const [one, other] = sport.board?.awayFirst ? [offer.away, offer.home] : [offer.home, offer.away];
  return (
    <Sheet
      open
      onClose={onClose}
      title={`${offer.code} ${one.name} VS ${other.name}`}
      footer={
        <Button variant="primary" onClick={onClose}>
          确定
        </Button>
      }
    >
      <div className="match-sheet">
        {view.sheet.length > 1 ? (
          <Tabs
            label="玩法"
            className="match-sheet__tabs"
            tabs={view.sheet.map((each) => ({
              id: each.code,
              label: count(each.code) > 0 ? `${each.name} ${count(each.code)}` : each.name,
              ...(count(each.code) > 0 ? { name: `${each.name}，已选 ${count(each.code)}` } : {}),
            }))}
            value={play?.code ?? ''}
            onChange={choose}
            controls={panel}
          />
        ) : null}
        {lack ? <p className="match__reason">{[lack, offer.reason].filter(Boolean).join('：')}</p> : null}
        {warnings.map((warning) => (
          <p className="match-warning" role="status" key={warning}>
            {warning}
          </p>
        ))}
        <div id={panel} role={view.sheet.length > 1 ? 'tabpanel' : undefined} aria-label={view.sheet.length > 1 ? play?.name : undefined}>
          {failed && waiting ? (
            <ErrorState
              inline
              text="赔率加载失败"
              onRetry={() => {
                fail(false);
                again(attempt + 1);
              }}
            />
          ) : null}
          {play ? (
            <div aria-busy={waiting && !failed ? true : undefined}>
              <PlayParts runtime={runtime} offer={offer} play={play} off={lack !== ''} />
            </div>
          ) : null}
        </div>
      </div>
    </Sheet>
  );
}
