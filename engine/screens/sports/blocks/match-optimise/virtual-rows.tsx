/** Virtualised rows: only those near the screen are in the page (virtua). */
import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { type CustomContainerComponentProps, type CustomItemComponentProps, Virtualizer } from 'virtua';
import type { SingleBet } from '../../slip/optimise.ts';

interface VirtualRowsProps {
  readonly rows: readonly SingleBet[];
  readonly row: (bet: SingleBet) => ReactElement;
}

export default function VirtualRows({ rows, row }: VirtualRowsProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement | null>(null);
  const [margin, setMargin] = useState<number | undefined>(undefined);
  useLayoutEffect(() => {
    const element = box.current;
    const page = element?.closest<HTMLElement>('[data-scroller]');
    scroller.current = page ?? null;
    if (!element || !page) return;
    const measure = (): void =>
      setMargin(Math.round(element.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop));
    measure();
    // What stands above may come and go.
    const observer = new ResizeObserver(measure);
    for (const child of page.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);

  return (
    <div className="card" ref={box}>
      {margin === undefined ? null : (
        <Virtualizer as={Rows} item={Row} scrollRef={scroller} startMargin={margin} data={rows}>
          {row}
        </Virtualizer>
      )}
    </div>
  );
}

function Rows({ style, children, ref }: CustomContainerComponentProps): ReactNode {
  return (
    <ul style={style} ref={ref} aria-label="单注">
      {children}
    </ul>
  );
}

function Row({ style, children, ref, index }: CustomItemComponentProps): ReactNode {
  return (
    <li style={style} ref={ref} className="bet-row" aria-posinset={index + 1}>
      {children}
    </li>
  );
}
