/** The sheet in which a player chooses a coupon for the slip. Its code is loaded when it is opened. */
import { useReadableValue } from '../core/use-current.ts';
import type { ReactNode } from 'react';
import { formatMoney } from '../../descriptions/format.ts';
import { formatInstant } from '../../descriptions/screens/time.ts';
import { useHost } from '../core/hooks.ts';
import { Icon } from '../kit/icon.tsx';
import { Sheet } from '../kit/sheet.tsx';
import { type CouponBook, isCouponUsable } from './coupons.ts';
import { useCoupon } from './use-coupon.ts';
import './coupon-sheet.css';

export interface CouponSheetProps {
  readonly book: CouponBook;
  readonly amountFen: bigint;
  readonly onClose: () => void;
}

export default function CouponSheet({ book, amountFen, onClose }: CouponSheetProps): ReactNode {
  const host = useHost();
  const offers = useReadableValue(book.offers);
  const used = useCoupon(book, amountFen);
  const choose = (id: string | null): void => {
    book.chosen.set(id);
    onClose();
  };
  return (
    <Sheet open onClose={onClose} title="选择红包">
      <ul className="coupon-sheet__list">
        {offers.map((each) => (
          <li key={each.itemId}>
            <button
              type="button"
              className="slip-cell"
              aria-pressed={used?.itemId === each.itemId}
              aria-disabled={!isCouponUsable(each, amountFen) || undefined}
              onClick={() =>
                isCouponUsable(each, amountFen) ? choose(each.itemId) : host.toast(`投注满 ${formatMoney(each.leastFen)} 元可用`)
              }
            >
              <span className="slip-cell__text">
                <span className="slip-cell__label">{each.name}</span>
                <span className="slip-cell__note">
                  {each.terms}
                  {each.expiresAt === null ? '' : ` · ${formatInstant(each.expiresAt, host.offsetMinutes ?? 0, 'minute')} 前可用`}
                </span>
              </span>
              <b className="coupon-cell__off">−¥{formatMoney(each.fen)}</b>
              {used?.itemId === each.itemId ? <Icon name="check" size={18} /> : null}
            </button>
          </li>
        ))}
        <li>
          <button type="button" className="slip-cell" aria-pressed={book.chosen.get() === null} onClick={() => choose(null)}>
            <span className="slip-cell__text">
              <span className="slip-cell__label">不使用红包</span>
            </span>
            {book.chosen.get() === null ? <Icon name="check" size={18} /> : null}
          </button>
        </li>
      </ul>
    </Sheet>
  );
}
