/** The files of one kind as a page works with them: the list, the file that is open, its draft, publishing and taking back. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { type Answer, call, type DescriptionFile, type FileVersion, pathOf } from './calls.ts';

export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface OpenFile<Published> {
  readonly code: string;
  /** As it was read; '' for a file that does not exist yet. */
  readonly stamp: string;
  readonly saved: string;
  readonly published: Published | null;
}

export interface Desk<Listing, Published> {
  readonly listing: Listing | undefined;
  readonly open: OpenFile<Published> | undefined;
  readonly text: string;
  readonly changed: boolean;
  readonly busy: boolean;
  readonly notice: string;
  readonly versions: readonly FileVersion[];
  /** Where the editor goes; a new object goes there again. */
  readonly goTo: Position | undefined;
  setText(text: string): void;
  go(position: Position): void;
  openFile(code: string): Promise<void>;
  /** A draft of a file that does not exist yet. */
  begin(code: string, text: string, at: Position): void;
  /** Resolves with the problems for which the server refused; none when it is published or could not be asked. */
  publish(text: string): Promise<readonly Problem[]>;
  versionText(id: string): Promise<string | undefined>;
  /** True when there is nothing to lose, or the operator says so. */
  mayLeave(): boolean;
}

/** `name` is the part of the address below /operator/api; `onLoggedOut` is called when the session has ended. */
export function useDesk<Listing, Published>(name: string, onLoggedOut: () => void): Desk<Listing, Published> {
  const [listing, setListing] = useState<Listing | undefined>(undefined);
  const [open, setOpen] = useState<OpenFile<Published> | undefined>(undefined);
  const [text, setText] = useState('');
  const [versions, setVersions] = useState<readonly FileVersion[]>([]);
  const [goTo, setGoTo] = useState<Position | undefined>(undefined);
  const [notice, setNotice] = useState('');
  const [busy, setBusy] = useState(false);

  /** The models of an answer, or undefined after saying why there are none. */
  const take = useCallback(
    <T>(answer: Answer<T>): T | undefined => {
      if (answer.ok) return answer.models;
      setNotice(answer.msg);
      if (answer.loggedOut) onLoggedOut();
      return undefined;
    },
    [onLoggedOut],
  );
  const accept = useCallback(
    (answer: Answer<Listing>) => {
      const found = take(answer);
      if (found !== undefined) setListing(found);
    },
    [take],
  );
  useEffect(() => {
    void call<Listing>('GET', name).then(accept);
  }, [name, accept]);

  return useMemo((): Desk<Listing, Published> => {
    const changed = open !== undefined && text !== open.saved;
    const mayLeave = (): boolean => !changed || confirm('有未发布的修改，离开后会丢失。要离开吗？');
    async function read(code: string): Promise<void> {
      const file = take(await call<DescriptionFile<Published>>('GET', pathOf(name, code)));
      if (file === undefined) return;
      setOpen({ code, stamp: file.stamp, saved: file.text, published: file.published });
      setText(file.text);
      setNotice('');
      setGoTo({ line: 1, column: 1 });
      const found = take(await call<{ versions: FileVersion[] }>('GET', `${pathOf(name, code)}/versions`));
      setVersions(found?.versions ?? []);
    }
    return {
      listing,
      open,
      text,
      changed,
      busy,
      notice,
      versions,
      goTo,
      setText,
      go: ({ line, column }) => setGoTo({ line, column }),
      mayLeave,
      async openFile(code) {
        if (mayLeave()) await read(code);
      },
      begin(code, draft, at) {
        if (!mayLeave()) return;
        setOpen({ code, stamp: '', saved: '', published: null });
        setText(draft);
        setVersions([]);
        setNotice('');
        setGoTo(at);
      },
      async publish(next) {
        if (open === undefined) return [];
        setBusy(true);
        const answer = await call<{ hash: string; stamp: string }>('PUT', pathOf(name, open.code), { text: next, stamp: open.stamp });
        setBusy(false);
        const done = take(answer);
        if (done === undefined) return answer.ok ? [] : answer.problems;
        await read(open.code);
        accept(await call<Listing>('GET', name));
        setNotice(`已发布 ${open.code}，玩家现在看到的就是这一版（${done.hash.slice(0, 8)}）`);
        return [];
      },
      async versionText(id) {
        if (open === undefined) return undefined;
        return take(await call<{ text: string }>('GET', `${pathOf(name, open.code)}/${pathOf('versions', id)}`))?.text;
      },
    };
  }, [name, listing, open, text, busy, notice, versions, goTo, take, accept]);
}
