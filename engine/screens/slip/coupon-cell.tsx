/** 红包 on a slip: which coupon goes along, and the sheet to choose another. Nothing stands there while the bag holds none for this game. */
import { type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { formatMoney } from '../../descriptions/format.ts';
import type { SubmissionActor } from '../../machines/submission.ts';
import { useHost } from '../core/hooks.ts';
import { lazyPart } from '../core/lazy-part.tsx';
import { useReadableValue, useSelected } from '../core/use-current.ts';
import { Icon } from '../kit/icon.tsx';
import { type BetCoupon, type CouponBook, isCouponUsable } from './coupons.ts';
import { useCoupon } from './use-coupon.ts';
import './slip-cell.css';
import './coupon-cell.css';

const CouponSheet = lazyPart(() => import('./coupon-sheet.tsx'), null);

interface Props {
  readonly book: CouponBook;
  readonly submission: SubmissionActor;
  readonly amountFen: bigint;
  /** Why no coupon can be used; '' when one can. */
  readonly off: string;
}

export default function CouponCell({ book, submission, amountFen, off }: Props): ReactNode {
  const host = useHost();
  const { loggedIn } = useSnapshot(host.session);
  const ended = useSelected(submission, (snapshot) => snapshot.matches('accepted') || snapshot.matches('refused'));
  const offers = useReadableValue(book.offers);
  const used = useCoupon(book, amountFen);
  const [open, setOpen] = useState(false);
  // Also after a logout, so that no player sees the coupons of another, and after each bet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values do not matter, only their change
  useEffect(() => void book.load(), [book, loggedIn, ended]);
  if (!loggedIn || offers.length === 0) return null;
  const none =
    off ||
    (book.chosen.get() === null
      ? `不使用，可用 ${offers.filter((each) => isCouponUsable(each, amountFen)).length} 个`
      : unfit(offers, amountFen));
  return (
    <>
      <button type="button" className="card slip-cell" aria-haspopup="dialog" onClick={() => (off ? host.toast(off) : setOpen(true))}>
        <span className="slip-cell__text">
          <span className="slip-cell__label">红包</span>
          <span className="slip-cell__note">{off || used === undefined ? none : used.name}</span>
        </span>
        {off || used === undefined ? null : <b className="coupon-cell__off">−¥{formatMoney(used.fen)}</b>}
        <Icon name="next" size={18} />
      </button>
      {open ? <CouponSheet book={book} amountFen={amountFen} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** What the bet would have to come to for the nearest coupon. */
function unfit(offers: readonly BetCoupon[], amountFen: bigint): string {
  const least = Math.min(...offers.map(({ leastFen }) => leastFen));
  return `再投 ${formatMoney(BigInt(least) - amountFen)} 元可用红包`;
}
