/** Somebody else has changed the file that is being edited: both texts side by side, and which of them to go on with. */
import { type ReactNode, useMemo } from 'react';
import { rowsNearChanges, diffLines } from './line-diff.ts';
import './conflict.css';

/** Lines around what differs. */
const CONTEXT = 3;

export function Conflict({
  theirs,
  mine,
  onMine,
  onTheirs,
}: {
  /** The file as it lies there now; '' when it is gone. */
  readonly theirs: string;
  readonly mine: string;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}): ReactNode {
  const rows = useMemo(() => rowsNearChanges(diffLines(theirs, mine), CONTEXT), [theirs, mine]);
  return (
    <section className="conflict" aria-label="文件在别处改过">
      <p role="alert">{theirs === '' ? '这个文件已被删除。' : '这个文件在别处改过。'}您的草稿还在：右边是草稿，左边是现在的文件。</p>
      <div className="conflict__choice">
        <button type="button" className="button button--primary" onClick={onMine}>
          在草稿上继续
        </button>
        <button type="button" className="button" onClick={onTheirs}>
          放弃草稿，用现在的文件
        </button>
      </div>
      <div className="conflict__texts">
        <table>
          <colgroup>
            <col className="conflict__numbers" />
            <col />
            <col className="conflict__numbers" />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                现在的文件
              </th>
              <th scope="col" colSpan={2}>
                您的草稿
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) =>
              typeof row === 'number' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one comparison never move
                <tr key={at} className="conflict__gap">
                  <td colSpan={4}>⋯ 相同的 {row} 行</td>
                </tr>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one comparison never move
                <tr key={at}>
                  <Side line={row.left} is={row.same ? '' : 'is-old'} />
                  <Side line={row.right} is={row.same ? '' : 'is-new'} />
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Side({ line, is }: { readonly line: readonly [number, string] | undefined; readonly is: string }): ReactNode {
  if (line === undefined) return <td colSpan={2} className="conflict__none" />;
  return (
    <>
      <td className="conflict__number">{line[0]}</td>
      <td className={is}>{line[1]}</td>
    </>
  );
}
