import type { KeyboardEvent, ReactNode } from 'react';
import { formatInteger, formatMoney } from '../../../../descriptions/format.ts';
import { Button } from '../../../kit/button.tsx';
import { Keypad, type KeypadKey, keypadKey } from '../../../kit/keypad.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { yuanTextToFen, typeYuan, fenToYuanText } from './yuan.ts';
import './amount-sheet.css';

/** Each key changes the form's value at once: closing the sheet loses nothing. */
export default function AmountSheet({
  title,
  yuan,
  problem,
  whole,
  quick,
  all,
  onYuan,
  onClose,
}: {
  readonly title: string;
  /** What stands there, as it was typed. */
  readonly yuan: string;
  readonly problem: string;
  readonly whole: boolean;
  readonly quick: readonly number[];
  readonly all: number | undefined;
  readonly onYuan: (yuan: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const press = (key: KeypadKey): void => onYuan(typeYuan(yuan, key, whole));
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = keypadKey(event);
    if (key === undefined) return;
    event.preventDefault();
    press(key);
  };
  const chips = quick.length + (all === undefined ? 0 : 1);
  const close = (event: { readonly currentTarget: Element }): void => event.currentTarget.closest('dialog')?.close();
  return (
    <Sheet
      open
      title={title}
      onKeyDown={onKeyDown}
      onClose={onClose}
      footer={
        <Button variant="primary" wide onClick={close}>
          完成
        </Button>
      }
    >
      <div className="amount-sheet">
        <output className="amount-sheet__amount tabular" aria-label={title}>
          <span className="amount-sheet__unit">¥</span>
          {yuan === '' ? <span className="amount-sheet__none">0.00</span> : grouped(yuan)}
        </output>
        <p className="amount-sheet__problem" role="status">
          {yuan === '' ? '' : problem}
        </p>
        {chips > 0 ? (
          <div className={chips < 6 ? 'amount-sheet__quick' : 'amount-sheet__quick amount-sheet__quick--two-rows'}>
            {quick.map((fen) => (
              <button
                key={fen}
                type="button"
                className="chip"
                aria-pressed={yuanTextToFen(yuan) === String(fen)}
                onClick={() => onYuan(fenToYuanText(String(fen)))}
              >
                {fen % 100 === 0 ? formatInteger(BigInt(fen) / 100n) : formatMoney(fen)}
              </button>
            ))}
            {all === undefined ? null : (
              <button
                type="button"
                className="chip"
                onClick={() => onYuan(fenToYuanText(whole ? String(BigInt(all) - (BigInt(all) % 100n)) : String(all)))}
              >
                全部
              </button>
            )}
          </div>
        ) : null}
        <Keypad label={`${title}键盘`} point={!whole} onKey={press} />
      </div>
    </Sheet>
  );
}

function grouped(yuan: string): string {
  const [whole = '', cents] = yuan.split('.');
  const text = formatInteger(BigInt(whole || '0'));
  return cents === undefined ? text : `${text}.${cents}`;
}
