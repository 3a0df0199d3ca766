import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Keypad, type KeypadKey, keypadKey } from '../../../kit/keypad.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { DigitBoxes } from './digit-boxes.tsx';
import './pin-sheet.css';

/** Closes with the last digit. */
export default function PinSheet({
  title,
  length,
  value,
  onChange,
  onClose,
}: {
  readonly title: string;
  readonly length: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const content = useRef<HTMLDivElement>(null);
  const press = (key: KeypadKey): void => {
    if (key === '.' || (key !== 'delete' && value.length >= length)) return;
    const next = key === 'delete' ? value.slice(0, -1) : value + key;
    onChange(next);
    if (next.length === length) content.current?.closest('dialog')?.close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = keypadKey(event);
    if (key === undefined) return;
    event.preventDefault();
    press(key);
  };
  return (
    <Sheet open title={title} onKeyDown={onKeyDown} onClose={onClose}>
      <div ref={content} className="pin-sheet">
        <DigitBoxes length={length} filled={value.length} />
        <p className="visually-hidden" role="status">
          已输入 {value.length} 位，共 {length} 位
        </p>
        <Keypad label={`${title}键盘`} onKey={press} />
      </div>
    </Sheet>
  );
}
