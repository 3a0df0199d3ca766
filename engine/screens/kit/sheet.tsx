import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Icon } from './icon.tsx';
import { ignorePointersDown } from './pointers.ts';

export interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons, always visible under the scrolling content. */
  readonly footer?: ReactNode;
  /** bottom: slides up, for choices and details. centre: a question. */
  readonly place?: 'bottom' | 'centre';
  /** The content is blocks, which keep their text from the sides of the sheet themselves. */
  readonly blocks?: boolean;
  /** Keys of a real keyboard, wherever in the sheet the focus is. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** A native modal dialog: focus is kept inside, Escape and a tap outside close it, focus returns to where it was. */
export function Sheet({ open, ...shown }: SheetProps): ReactNode {
  return open ? <OpenSheet {...shown} /> : null;
}

function OpenSheet({ onClose, title, children, footer, place = 'bottom', blocks = false, onKeyDown }: Omit<SheetProps, 'open'>): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    ignorePointersDown();
    dialog.current?.showModal();
    // Not its first button: a sheet that opens by itself would show that one ringed, as if somebody had gone there. Tab goes on from here.
    dialog.current?.focus();
  }, []);
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => {
      if (!element?.open) return;
      // Whatever it was that took the sheet away knows. The event would come late, perhaps to the sheet that is asked next.
      element.addEventListener('close', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
      // A dialog that only leaves the page gives focus back to nobody.
      element.close();
    };
  }, []);
  return (
    // The keyboard's way out is Escape, which the element itself brings
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={`sheet sheet--${place}`}
      aria-labelledby={id}
      // React hands the close of a sheet over this one, a keypad say, on to this one too.
      onClose={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div className="sheet__panel">
        <header className="sheet__header">
          <h2 className="sheet__title" id={id}>
            {title}
          </h2>
          <button type="button" className="icon-button" aria-label="关闭" onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
        </header>
        <div className={blocks ? 'sheet__body sheet__body--blocks' : 'sheet__body'}>{children}</div>
        {footer ? <footer className="sheet__footer">{footer}</footer> : null}
      </div>
    </dialog>
  );
}
