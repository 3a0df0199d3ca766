import { lazy, type ReactNode, Suspense, useState } from 'react';
import { formatMoney } from '../../../../descriptions/format.ts';
import { useScreen } from '../../../core/hooks.ts';
import type { KeypadKey } from '../../../kit/keypad.tsx';
import type { Control, FieldOf } from '../control.ts';
import { KeypadField } from './keypad-field.tsx';
import { yuanTextToFen, typeYuan, fenToYuanText } from './yuan.ts';

const AmountSheet = lazy(() => import('./amount-sheet.tsx'));

/** An amount of money in fen, shown in yuan. */
export default function AmountControl({
  id,
  field,
  label,
  value,
  problem,
  invalid,
  describedBy,
  disabled,
  onChange,
  onLeave,
}: Control<FieldOf<'amount'>>): ReactNode {
  const screen = useScreen();
  /** What stands on the keypad, in yuan, while it is open: "12." is an amount that is still being typed. */
  const [yuan, setYuan] = useState<string | undefined>();
  const take = (next: string): void => {
    setYuan(next);
    onChange(yuanTextToFen(next));
  };
  // A quick typist's keys come here until the keypad is there.
  const start = (key?: KeypadKey): void => {
    const now = yuan ?? fenToYuanText(value);
    if (key === undefined) setYuan(now);
    else take(typeYuan(now, key, field.whole ?? false));
  };
  const all = screen.value(field.all);
  const own = screen.value(field.quickFrom);
  const quick = Array.isArray(own) ? own.filter((fen): fen is number => Number.isSafeInteger(fen) && fen > 0) : [];
  return (
    <>
      <KeypadField
        id={id}
        name={field.name}
        text={/^\d{1,15}$/.test(value) ? formatMoney(BigInt(value)) : ''}
        placeholder={screen.text(field.placeholder) || '0.00'}
        required={field.required}
        invalid={invalid}
        describedBy={describedBy}
        disabled={disabled}
        prefix="¥"
        className="field__amount"
        onOpen={start}
      />
      {yuan !== undefined ? (
        <Suspense>
          <AmountSheet
            title={label}
            yuan={yuan}
            problem={problem}
            whole={field.whole ?? false}
            quick={quick.length > 0 ? quick : (field.quick ?? [])}
            all={typeof all === 'number' && Number.isSafeInteger(all) && all >= 0 ? all : undefined}
            onYuan={take}
            onClose={() => {
              setYuan(undefined);
              onLeave();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
