/** The files of one kind, each with its published version. */
import { type ReactNode, useState } from 'react';
import type { ListedFile } from './calls.ts';

const STATUS: Readonly<Record<ListedFile['status'], string>> = { published: '已发布', stale: '文件有误，旧版运行中', refused: '文件有误' };

/** A list of up to this many files has no search field. */
const FEW = 12;

export function FileList<F extends ListedFile>({
  files,
  open,
  drafts,
  onOpen,
  note,
}: {
  /** Undefined until the list is loaded. */
  readonly files: readonly F[] | undefined;
  readonly open: string | undefined;
  /** Codes of open drafts, also of files that do not exist yet. */
  readonly drafts: readonly string[];
  readonly onOpen: (code: string) => void;
  /** Text in place of the status, such as that a game is not on sale. */
  readonly note?: (file: F) => string | undefined;
}): ReactNode {
  const [wanted, setWanted] = useState('');
  if (files === undefined) return <p className="files__none">正在读取</p>;
  if (files.length === 0 && drafts.length === 0) return <p className="files__none">这里还没有文件</p>;
  const looked = wanted.trim().toLowerCase();
  const fits = (...names: readonly string[]): boolean => names.some((name) => name.toLowerCase().includes(looked));
  const newOnes = drafts.filter((code) => !files.some((file) => file.code === code) && fits(code));
  const shown = files.filter(({ code, name }) => fits(code, name));
  return (
    <>
      {files.length <= FEW ? null : (
        <input
          type="search"
          className="files__find"
          aria-label="查找文件"
          placeholder="按名称或代码查找"
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      )}
      {newOnes.length + shown.length > 0 ? null : <p className="files__none">没有名称或代码含“{wanted.trim()}”的文件</p>}
      <ul>
        {newOnes.map((code) => (
          <li key={code}>
            <button type="button" aria-current={open === code ? 'true' : undefined} onClick={() => onOpen(code)}>
              <b>{code}</b>
              <span className="status">新建的草稿</span>
            </button>
          </li>
        ))}
        {shown.map((file) => (
          <li key={file.code}>
            <button type="button" aria-current={open === file.code ? 'true' : undefined} onClick={() => onOpen(file.code)}>
              <b>{file.name}</b> {file.name === file.code ? null : <code>{file.code}</code>}
              <span className={`status status--${file.status}`}>
                {note?.(file) ?? STATUS[file.status]}
                {file.problems.length > 0 ? ` · ${file.problems.length} 个问题` : ''}
                {drafts.includes(file.code) ? ' · 有草稿' : ''}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
