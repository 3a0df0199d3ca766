import { type ReactNode, useState } from 'react';
import type { NoticeBarBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useScreen } from '../../core/hooks.ts';
import { Icon } from '../../kit/icon.tsx';
import { useReady } from '../parts/use-ready.ts';
import './notice-bar.css';

interface Notice {
  readonly id: string;
  readonly title: string;
}

/** One notice at a time; the reader turns the page, nothing moves by itself. */
export default function NoticeBar({ block }: BlockProps<NoticeBarBlock>): ReactNode {
  const screen = useScreen();
  const [at, setAt] = useState(0);
  const value = screen.value(block.items);
  const notices = Array.isArray(value) ? (value as Notice[]) : [];
  const notice = notices[at % Math.max(1, notices.length)];
  if (useReady([block.items]).status === 'error') return null;
  // The place is kept while the notices load, so that nothing below moves.
  if (!Array.isArray(value)) return <div className="notice-bar" aria-hidden="true" />;
  if (!notice) return null;
  return (
    <section className="notice-bar" aria-label="公告">
      <Icon name="horn" size={18} />
      <button type="button" className="notice-bar__text" onClick={() => void screen.act(block.action, { ...notice })}>
        {notice.title}
      </button>
      {notices.length > 1 ? (
        <button
          type="button"
          className="notice-bar__more tabular"
          aria-label={`${(at % notices.length) + 1}/${notices.length}，下一条公告`}
          onClick={() => setAt((at + 1) % notices.length)}
        >
          {(at % notices.length) + 1}/{notices.length}
          <Icon name="next" size={14} />
        </button>
      ) : null}
    </section>
  );
}
