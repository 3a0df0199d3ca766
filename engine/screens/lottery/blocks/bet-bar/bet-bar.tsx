/**
 * The bar at the bottom of the board: bets, amount and highest prize of the selection, and 确定; above them, folded away while the board scrolls,
 * 机选 and the multiplier.
 */
import {
  type ComponentProps,
  lazy,
  memo,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSnapshot } from 'valtio';
import type { Line, Picks } from '../../../../descriptions/types.ts';
import { formatInteger, formatMoney } from '../../../../descriptions/format.ts';
import { isDataSaverOn, onIdleAfterLoad } from '../../../core/idle-callback.ts';
import { useHost } from '../../../core/hooks.ts';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { createDebouncer } from '../../../core/debounce.ts';
import { useSelected } from '../../../core/use-current.ts';
import { Button } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { ignorePointersDown } from '../../../kit/pointers.ts';
import { PlayMoney } from '../../../kit/play-money.tsx';
import { countRender } from '../../../core/render-counter.ts';
import { randomOntoBoard } from '../../random.ts';
import { bestPrizeOf, preloadPrizeWorker } from '../../best-prize.ts';
import { boardOf } from '../../boards.ts';
import { forgetMultiplier, type GameRuntime, type Version } from '../../runtime.ts';
import { requestImmediatePlacement } from '../../place-when-shown.ts';
import { nonEmptyPicks, missingPicksText, routeOf, shortMoney } from '../../text.ts';
import { useGame, useVersion } from '../../use-game.ts';
import { useWide } from '../parts/use-wide.ts';
import { useTotalMultiplier } from '../slip/multiplier.tsx';
import { BoardMultiplier, useMostTimes } from './board-multiplier.tsx';
import { scrollToPicks } from '../../scroll-to-picks.ts';
import { RandomSheet } from './random-part.tsx';
import { type Fold, useFold } from './use-fold.ts';
import './bet-bar.css';

/** A press this long (ms) on 机选 opens the sheet that asks for the number of random bets. */
const LONG_PRESS_MS = 450;
/** A press this long (ms) on 确定 places the bet without another tap: long enough that nobody does it by accident; bet-bar.css fills the button meanwhile. */
const PLACE_PRESS_MS = 700;
/** Digits of bets and amount that fit beside the two links in the usual size. */
const LONG_SUM = 12;
/** The highest prize is computed this long (ms) after the last tap, because a player who is still tapping does not read it. */
const PRIZE_MS = 250;

// The parts beside and below the board load after it.
const RecentDraws = lazy(() => import('./recent-draws.tsx'));
const SlipAside = lazy(() => import('./slip-aside.tsx'));
const ShakePicks = lazyPart(() => import('./shake-picks.tsx'), null);

export default function BetBar(): ReactNode {
  const runtime = useGame();
  // The worker is loaded before the first bet is complete, so that the highest prize works even if the server becomes unreachable.
  useEffect(() => (isDataSaverOn() ? undefined : onIdleAfterLoad(preloadPrizeWorker)), []);
  const wide = useWide();
  const bar = useRef<HTMLElement>(null);
  const fold = useFold(bar);
  const moreId = useId();
  const toSlip = useCallback(() => {
    const { game } = runtime.version.get();
    runtime.host.navigate(routeOf(game.confirm, { gameCode: game.code, playCode: runtime.play().code }));
  }, [runtime]);
  return (
    <>
      <ShakePicks />
      <Suspense fallback={null}>{wide ? <SlipAside onSlip={toSlip} /> : <RecentDraws />}</Suspense>
      <section ref={bar} className="bet-bar" aria-label="投注栏" data-folded={fold.folded || undefined}>
        {/* Where the slip stands beside the board, adding does not navigate. */}
        <div className="bet-bar__more" id={moreId}>
          <Tools onAdded={wide ? stay : toSlip} />
          <Foot />
        </div>
        <Summary onSlip={toSlip} onAdded={wide ? stay : toSlip} fold={fold} moreId={moreId} />
      </section>
    </>
  );
}

interface Sum {
  readonly line: Line;
  readonly bets: bigint;
  readonly reason: string;
}

/** The picks on the board as a line, under the play as which they are sold; its number of bets, and the reason if it makes none. */
function sumOf(runtime: GameRuntime, { game, compiled, rules }: Version, code: string, picks: Picks, bankers: Picks): Sum {
  const { play } = boardOf(game, code) ?? runtime.board();
  const chosen = nonEmptyPicks(bankers);
  const line: Line = { play: play.code, picks: nonEmptyPicks(picks), ...(Object.keys(chosen).length > 0 ? { bankers: chosen } : {}) };
  const lacks = rules.missingPicks(compiled, play.code, line.picks, chosen);
  if (lacks.length > 0) return { line, bets: 0n, reason: missingPicksText(lacks, play) };
  const sold = runtime.sold(line);
  const bets = runtime.bets(sold);
  return { line: sold, bets, reason: bets > 0n ? '' : '所选号码不能组成一注，请再选' };
}

const isNothing = (picks: Picks): boolean => Object.values(picks).every((values) => values.length === 0);

const stay = (): void => {};

interface SummaryProps {
  /** To the slip. */
  readonly onSlip: () => void;
  /** Lines were put onto the slip. */
  readonly onAdded: () => void;
}

interface FoldProps {
  readonly fold: Fold;
  /** Element that folds away. */
  readonly moreId: string;
}

/** The row that always stays: what changes with every tap, and 确定. Its other parts are memoised components, which a tap does not render again. */
function Summary({ onSlip, onAdded, fold, moreId }: SummaryProps & FoldProps): ReactNode {
  countRender('summary');
  const runtime = useGame();
  const version = useVersion();
  const { play: code, picks, bankers } = useSelected(runtime.selection, ({ context }) => context);
  const multiplier = useMostTimes();
  const times = useTotalMultiplier();
  const reasonId = useId();
  const { line, bets, reason } = useMemo(() => sumOf(runtime, version, code, picks, bankers), [runtime, version, code, picks, bankers]);
  const { play, plays } = runtime.board();
  const amount = version.rules.amountOf(bets, play.unitFen ?? version.game.unitFen, times);
  const [count, money] = [formatInteger(bets), shortMoney(amount)];
  const long = count.length + money.length > LONG_SUM;
  const sold = plays.length > 1 ? plays.find((each) => each.code === line.play)?.name : undefined;
  return (
    <div className="bet-bar__row">
      <div className="bet-bar__sum">
        <span className={long ? 'bet-bar__figures tabular bet-bar__figures--long' : 'bet-bar__figures tabular'} role="status">
          {`${count} 注 · `}
          <b>{`¥${money}`}</b>
        </span>
        <span className="bet-bar__mark" aria-hidden="true">
          <PlayMoney short />
        </span>
        {/* One line for either, kept free while there is neither: nothing moves when they come and go. */}
        <span className="bet-bar__note">
          <span className="bet-bar__reason" id={reasonId}>
            {reason}
          </span>
          {reason ? null : <Best line={line} sold={sold} multiplier={multiplier} />}
        </span>
        {fold.possible ? (
          <button
            type="button"
            className="bet-bar__fold"
            aria-expanded={!fold.folded}
            aria-controls={moreId}
            aria-label={fold.folded ? '展开投注栏' : '收起投注栏'}
            onClick={fold.toggle}
          />
        ) : null}
      </div>
      <span className="bet-bar__links">
        <SlipLink onSlip={onSlip} />
      </span>
      <Confirm lacking={reason !== ''} reasonId={reasonId} onSlip={onSlip} onAdded={onAdded} />
    </div>
  );
}

/** 机选, the multiplier and 清空. */
const Tools = memo(function Tools({ onAdded }: Pick<SummaryProps, 'onAdded'>): ReactNode {
  const runtime = useGame();
  const empty = useSelected(runtime.selection, ({ context }) => isNothing(context.picks) && isNothing(context.bankers));
  return (
    <div className="bet-bar__tools">
      <RandomButton onAdded={onAdded} />
      <BoardMultiplier />
      {empty ? null : (
        <button
          type="button"
          className="bet-bar__clear"
          onClick={() => {
            runtime.selection.send({ type: 'CLEAR' });
            forgetMultiplier(runtime);
          }}
        >
          清空
        </button>
      )}
    </div>
  );
});

interface ConfirmProps extends SummaryProps {
  /** The board makes no bet. */
  readonly lacking: boolean;
  /** Element that says why. */
  readonly reasonId: string;
}

/** 确定. It reads the board when it is pressed. */
const Confirm = memo(function Confirm({ lacking, reasonId, onSlip, onAdded }: ConfirmProps): ReactNode {
  countRender('keys');
  const runtime = useGame();
  const editing = useSelected(runtime.slip, (snapshot) => snapshot.matches('editing'));
  const first = useSelected(runtime.slip, (snapshot) => snapshot.matches('empty'));
  const single = useSelected(runtime.chase, (snapshot) => snapshot.matches('off'));

  /** Puts the line onto the slip. Returns false if that failed; a message then says why. */
  const add = (): boolean => {
    const { slip, selection, version, host } = runtime;
    const { play, picks, bankers } = selection.getSnapshot().context;
    const { line, reason } = sumOf(runtime, version.get(), play, picks, bankers);
    const refusal = version.get().game.disabled ?? reason;
    if (refusal) {
      host.toast(refusal);
      return false;
    }
    const before = slip.getSnapshot();
    const terms = runtime.terms([line]);
    slip.send(
      before.matches('editing') ? { type: 'UPDATE', line, ...(terms[0] && { terms: terms[0] }) } : { type: 'ADD', lines: [line], terms },
    );
    // The slip was full and has shown a message; the picks stay on the board.
    if (slip.getSnapshot().context.lines === before.context.lines) return false;
    // After an edit the board is not cleared: it gets back the picks from before the edit.
    if (!before.matches('editing')) selection.send({ type: 'CLEAR' });
    return true;
  };
  const held = useHeld(PLACE_PRESS_MS, () => {
    // The player does not see the other lines, a chase or a changed price here. Then the slip opens, and the player confirms it there.
    const alone =
      runtime.slip.getSnapshot().context.lines.length === 0 && runtime.chase.getSnapshot().matches('off') && !runtime.boardRepriced();
    if (!add()) return;
    if (alone) requestImmediatePlacement(runtime);
    onSlip();
  });

  return (
    // Not `disabled`: a press says what is missing, and a screen reader can find out.
    <Button
      variant="primary"
      className="bet-bar__go"
      aria-disabled={lacking || undefined}
      aria-describedby={reasonId}
      {...held(() => {
        if (add()) onAdded();
      })}
    >
      {editing ? '保存' : '确定'}
      {/* With other lines or a chase, a long press opens the slip. */}
      {lacking || !first || !single ? null : (
        <small className="bet-bar__hold" aria-hidden="true">
          长按投注
        </small>
      )}
    </Button>
  );
});

interface BestProps {
  readonly line: Line;
  readonly sold: string | undefined;
  readonly multiplier: number;
}

/** The play as which the line is sold, and the most that it can win in one draw. */
function Best({ line, sold, multiplier }: BestProps): ReactNode {
  const { compiled } = useVersion();
  const [best, setBest] = useState<{ readonly line: Line; readonly fen: bigint; readonly about: boolean }>();
  const [quiet] = useState(() => createDebouncer(PRIZE_MS));
  useLayoutEffect(() => quiet.giveUp, [quiet]);
  useLayoutEffect(() => {
    let wanted = true;
    quiet.ask(async () => {
      const found = await bestPrizeOf(compiled.game, line);
      if (!wanted || !found) return;
      const floating = compiled.play(line.play)?.play.prizes.some(({ kind }) => kind === 'floating') ?? false;
      setBest({ line, fen: found.maxFen, about: floating || !found.exact });
    });
    return () => {
      wanted = false;
    };
  }, [compiled, line, quiet]);
  const known = best?.line === line ? best : undefined;
  return (
    <span className="bet-bar__best tabular">
      {[sold, known ? `最高可得${known.about ? '约' : ''} ¥${shortMoney(known.fen * BigInt(multiplier))}` : undefined]
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
}

/** The balance of a player who is logged in, and the note that it is play money. */
const Foot = memo(function Foot(): ReactNode {
  const { loggedIn, balanceFen } = useSnapshot(useHost().session);
  return (
    <p className="bet-bar__foot">
      {loggedIn && balanceFen !== null ? <span className="tabular">余额 ¥{formatMoney(balanceFen)}</span> : null}
      <PlayMoney />
    </p>
  );
});

const SlipLink = memo(function SlipLink({ onSlip }: { readonly onSlip: () => void }): ReactNode {
  const { slip } = useGame();
  const lines = useSelected(slip, ({ context }) => context.lines.length);
  const editing = useSelected(slip, (snapshot) => snapshot.matches('editing'));
  if (editing)
    return (
      <button type="button" className="bet-bar__slip" onClick={() => slip.send({ type: 'CANCEL_EDIT' })}>
        取消修改
      </button>
    );
  return lines > 0 ? (
    <button type="button" className="bet-bar__slip" onClick={onSlip}>
      投注单 {lines} 条
      <Icon name="next" size={16} />
    </button>
  ) : null;
});

/**
 * Event handlers for a button that also has a long press. `onHeld` runs after `ms`, and the click at the end of a long press is ignored.
 * The button has `data-held` while it is pressed.
 */
function useHeld(ms: number, onHeld: () => void): (onClick: () => void) => HeldProps {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const up = ({ currentTarget }: PointerEvent<HTMLButtonElement>) => {
    clearTimeout(timer.current);
    currentTarget.removeAttribute('data-held');
  };
  return (onClick) => ({
    onPointerDown({ currentTarget, button }) {
      if (button !== 0) return;
      currentTarget.setAttribute('data-held', '');
      timer.current = setTimeout(() => {
        currentTarget.removeAttribute('data-held');
        ignorePointersDown();
        onHeld();
      }, ms);
    },
    onPointerUp: up,
    onPointerLeave: up,
    onPointerCancel: up,
    onContextMenu: (event) => event.preventDefault(),
    onClick,
  });
}

type HeldProps = Pick<
  ComponentProps<'button'>,
  'onPointerDown' | 'onPointerUp' | 'onPointerLeave' | 'onPointerCancel' | 'onContextMenu' | 'onClick'
>;

const RandomButton = memo(function RandomButton({ onAdded }: { readonly onAdded: () => void }): ReactNode {
  const runtime = useGame();
  const [open, setOpen] = useState(false);
  const held = useHeld(LONG_PRESS_MS, () => setOpen(true));
  const pick = (): void => {
    randomOntoBoard(runtime);
    scrollToPicks();
  };
  return (
    <span className="bet-bar__random">
      <button type="button" {...held(pick)}>
        机选
      </button>
      <button type="button" aria-label="机选多注" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="back" size={16} />
      </button>
      <RandomSheet open={open} onClose={() => setOpen(false)} onAdded={onAdded} />
    </span>
  );
});
