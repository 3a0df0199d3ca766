/** A long list with only the rows near the screen in the page (virtua): it scrolls with the page and keeps its place. */
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react';
import { type CustomContainerComponentProps, type CustomItemComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua';
import { useKeys } from '../parts/records.tsx';
import { Headed, ItemRow, type ListProps, useHeads } from './list.tsx';

/** How many rows there are, for the rows' own "n of m". */
const SizeContext = createContext(0);

/**
 * Measured heights by the list that they were measured of. The cache of sources gives a reader who comes back the same list, so the list
 * is as high at once as it was, and the page finds its place again.
 */
const measured = new WeakMap<readonly unknown[], VirtualizerHandle['cache']>();

export default function VirtualList({ block, records, around }: ListProps): ReactNode {
  const keyOf = useKeys(block.key);
  const heads = useHeads(block, records);
  const box = useRef<HTMLDivElement>(null);
  const handle = useRef<VirtualizerHandle>(null);
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
    // What stands above may grow when its own data comes.
    const observer = new ResizeObserver(measure);
    for (const child of page.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);

  // In a layout effect: when the passive ones end, the handle is gone.
  useLayoutEffect(
    () => () => {
      if (handle.current) measured.set(records, handle.current.cache);
    },
    [records],
  );

  return (
    <div className={block.heads ? 'rows__headed' : 'card'} ref={box}>
      <SizeContext value={records.length}>
        {margin === undefined ? null : (
          <Virtualizer
            ref={handle}
            as={VirtualRows}
            item={VirtualRow}
            scrollRef={scroller}
            startMargin={margin}
            data={records}
            cache={measured.get(records)}
          >
            {(record, index) => {
              const key = keyOf(record, index);
              const row = <ItemRow block={block} record={record} index={index} name={key} />;
              return (
                <Headed key={key} head={heads[index]} under={block.title !== undefined}>
                  {around ? <div>{around(row, key, record, index)}</div> : row}
                </Headed>
              );
            }}
          </Virtualizer>
        )}
      </SizeContext>
    </div>
  );
}

function VirtualRows({ style, children, ref }: CustomContainerComponentProps): ReactNode {
  return (
    <ul style={style} ref={ref}>
      {children}
    </ul>
  );
}

function VirtualRow({ style, index, children, ref }: CustomItemComponentProps): ReactNode {
  const size = useContext(SizeContext);
  return (
    <li style={style} ref={ref} className="rows__virtual" aria-setsize={size} aria-posinset={index + 1}>
      {children}
    </li>
  );
}
