import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useScreenState } from '../../core/hooks.ts';
import { Icon } from '../../kit/icon.tsx';

/** So long after the last key (ms) the list is asked for. */
const PAUSE_MS = 300;

/** A search box: what is typed counts after a pause, on Enter and on leaving; not while a word is still being put together. */
export function Search({
  name,
  label,
  placeholder,
}: {
  readonly name: string;
  readonly label: string;
  readonly placeholder: string;
}): ReactNode {
  const [value = '', setValue] = useScreenState(name);
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const composing = useRef(false);
  const taken = useRef(value);

  // Somebody else changed it: 清空, going back.
  useEffect(() => {
    if (value === taken.current) return;
    taken.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const take = (now: string): void => {
    clearTimeout(timer.current);
    taken.current = now.trim();
    setValue(taken.current);
  };
  const takeLater = (now: string): void => {
    clearTimeout(timer.current);
    if (!composing.current) timer.current = setTimeout(() => take(now), PAUSE_MS);
  };
  return (
    <div className="filter__search field__box">
      <Icon name="search" size={20} />
      <input
        type="search"
        name={name}
        className="field__input"
        aria-label={label}
        placeholder={placeholder || label}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={60}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          takeLater(event.currentTarget.value);
        }}
        onCompositionStart={() => {
          composing.current = true;
          clearTimeout(timer.current);
        }}
        onCompositionEnd={(event) => {
          composing.current = false;
          takeLater(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) take(event.currentTarget.value);
        }}
        onBlur={(event) => take(event.currentTarget.value)}
      />
    </div>
  );
}
