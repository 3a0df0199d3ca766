/** 合买 on a slip: the row that leads to the form of the group order. */
import type { ReactNode } from 'react';
import { Icon } from '../kit/icon.tsx';
import './slip-cell.css';

export function GroupBuyCell({ onOpen }: { readonly onOpen: () => void }): ReactNode {
  return (
    <button type="button" className="card slip-cell" aria-haspopup="dialog" onClick={onOpen}>
      <span className="slip-cell__text">
        <span className="slip-cell__label">发起合买</span>
        <span className="slip-cell__note">分成多份，与彩友共同出资，按份额分奖</span>
      </span>
      <Icon name="next" size={18} />
    </button>
  );
}
