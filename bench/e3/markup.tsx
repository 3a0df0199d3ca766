/** The markup of the engine's board, for those that bring none of their own. */
import type { ReactNode } from 'react';

export const QUICK_PICKS = [
  ['全', '全选'],
  ['大', '选大号'],
  ['小', '选小号'],
  ['奇', '选奇数'],
  ['偶', '选偶数'],
  ['清', '清除'],
] as const;

export function BoardFrame({ choose, children }: { readonly choose: number; readonly children: ReactNode }): ReactNode {
  return (
    <div className="board" role="tabpanel" aria-label="任选选号">
      <fieldset className="board-area" aria-label={`号码，至少选 ${choose} 个`}>
        <div className="board-area__head">
          <span className="board-area__label">
            号码
            <span className="board-area__note">至少选 {choose} 个</span>
          </span>
          <span className="board-quick">
            {QUICK_PICKS.map(([text, name]) => (
              <button key={text} type="button" aria-label={`号码${name}`}>
                <span>{text}</span>
              </button>
            ))}
          </span>
        </div>
        <div className="board-grid board-grid--grid">{children}</div>
      </fieldset>
    </div>
  );
}

export const twoDigits = (value: number): string => String(value).padStart(2, '0');

interface PickProps {
  readonly value: number;
  readonly on: boolean;
  readonly onTap: () => void;
}

export function PickButton({ value, on, onTap }: PickProps): ReactNode {
  const text = twoDigits(value);
  return (
    <button type="button" className={on ? 'pick cur' : 'pick'} aria-pressed={on} aria-label={`号码 ${text}`} onClick={onTap}>
      <span className="pick__ball tone-red">{text}</span>
    </button>
  );
}
