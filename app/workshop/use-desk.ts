/**
 * The files of one kind as a page works with them: the list, the file that is open, its draft, publishing and taking back. Drafts are kept
 * (kept-drafts.ts): opening another file loses nothing, nor does somebody else's change of the file, which is shown beside the draft.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { STATUS } from '../../protocol/status.ts';
import { type Answer, call, type DescriptionFile, type FileVersion, pathOf } from './calls.ts';
import { useFolderChanges } from './use-folder-changes.ts';
import { draftedCodes, keepDraft, keepOpen, type KeptDraft, keptDraft, keptOpen } from './kept-drafts.ts';

export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface OpenFile<Published> {
  readonly code: string;
  /** Of the text that the draft was begun on; '' for a file that does not exist yet. */
  readonly stamp: string;
  readonly saved: string;
  readonly published: Published | null;
}

/** The file as somebody else has left it; both '' when it is gone. */
export interface Theirs {
  readonly text: string;
  readonly stamp: string;
  /** What runs by then. */
  readonly published: unknown;
}

/** What is published once it is said a second time. */
export interface Asked {
  readonly text: string;
  readonly warnings: readonly Problem[];
}

export interface Desk<Listing, Published> {
  readonly listing: Listing | undefined;
  readonly open: OpenFile<Published> | undefined;
  readonly text: string;
  readonly changed: boolean;
  readonly busy: boolean;
  readonly notice: string;
  readonly versions: readonly FileVersion[];
  /** Codes of the files that have a draft. */
  readonly drafts: readonly string[];
  readonly theirs: Theirs | undefined;
  readonly asked: Asked | undefined;
  /** Where the editor goes; a new object goes there again. */
  readonly goTo: Position | undefined;
  setText(text: string): void;
  go(position: Position): void;
  /** `quietly`: the caret stays where it is. */
  openFile(code: string, quietly?: boolean): Promise<void>;
  /** A draft of a file that does not exist yet. */
  begin(code: string, text: string, at: Position): void;
  /** Problems for which the server refused what was published last; none once the text is another, or the files around it are. */
  readonly refused: readonly Problem[];
  /** `accepted`: what it warns of was asked about. What became of it stands in `notice`, `asked`, `refused` and `theirs`. */
  publish(text: string, accepted?: boolean): Promise<void>;
  /** Lets go of what was asked. */
  leaveAsked(): void;
  /** Goes on with the draft upon the text that is there now, or with that text. */
  settle(on: 'mine' | 'theirs'): void;
  versionText(id: string): Promise<string | undefined>;
  say(notice: string): void;
}

/** `name` is the part of the address below /operator/api; `onLoggedOut` is called when the session has ended. */
export function useDesk<Listing, Published>(name: string, onLoggedOut: () => void): Desk<Listing, Published> {
  const [listing, setListing] = useState<Listing | undefined>(undefined);
  const [open, setOpen] = useState<OpenFile<Published> | undefined>(undefined);
  const [text, setShown] = useState('');
  const [versions, setVersions] = useState<readonly FileVersion[]>([]);
  const [goTo, setGoTo] = useState<Position | undefined>(undefined);
  const [notice, setNotice] = useState('');
  const [busy, setBusy] = useState(false);
  const [drafts, setDrafts] = useState(() => draftedCodes(name));
  const [theirs, setTheirs] = useState<Theirs | undefined>(undefined);
  const [asked, setAsked] = useState<Asked | undefined>(undefined);
  const [refused, setRefused] = useState(NONE);

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
  /** Why the list did not come, which is over once it does. */
  const fault = useRef('');
  const load = useCallback(
    () =>
      void call<Listing>('GET', name).then((answer) => {
        const before = fault.current;
        fault.current = answer.ok ? '' : answer.msg;
        if (answer.ok && before !== '') setNotice((now) => (now === before ? '' : now));
        accept(answer);
      }),
    [name, accept],
  );
  useEffect(load, [load]);
  const latest = useRef({ open, busy });
  useEffect(() => {
    latest.current = { open, busy };
  });
  /** The file that was chosen last; a new object with each choice. What is answered about another one is not shown over it. */
  const chosen = useRef<{ readonly code: string } | undefined>(undefined);
  useFolderChanges(
    useCallback(() => {
      load();
      setRefused(NONE);
      const { open: before } = latest.current;
      if (before === undefined) return;
      void call<DescriptionFile<Published>>('GET', pathOf(name, before.code)).then((answer) => {
        const now = latest.current;
        // What this page publishes itself it reads anew itself.
        if (!answer.ok || now.busy || now.open !== before) return;
        // The same text, and another version may run by now.
        if (answer.models.stamp === before.stamp) return setOpen({ ...before, published: answer.models.published });
        const { text: theirText, stamp, published } = answer.models;
        const draft = keptDraft(name, before.code);
        if (draft !== undefined && draft.text !== theirText) return setTheirs({ text: theirText, stamp, published });
        // Also the draft itself, published while its answer was lost.
        if (draft !== undefined) {
          keepDraft(name, before.code, undefined);
          setDrafts(draftedCodes(name));
        }
        setTheirs(undefined);
        setOpen({ ...before, stamp, saved: theirText, published });
        setShown(theirText);
        setNotice(draft === undefined ? `${before.code} 在别处改过，这里已换成现在的文件。` : `${before.code} 现在的文件就是您的草稿。`);
      });
    }, [load, name]),
  );

  const desk = useMemo((): Desk<Listing, Published> => {
    const keep = (code: string, draft: KeptDraft | undefined): void => {
      keepDraft(name, code, draft);
      // The same list while one types.
      setDrafts((before) => (before.includes(code) === (draft !== undefined) ? before : draftedCodes(name)));
    };
    const show = (file: OpenFile<Published>, shown: string, now?: Theirs): void => {
      setOpen(file);
      setShown(shown);
      setTheirs(now);
      setAsked(undefined);
      setRefused(NONE);
      setNotice('');
    };
    async function read(code: string, quietly = false): Promise<void> {
      const mine = { code };
      chosen.current = mine;
      const answer = await call<DescriptionFile<Published>>('GET', pathOf(name, code));
      if (chosen.current !== mine) return;
      // As it is now: somebody may have typed until the answer came.
      const draft = keptDraft(name, code);
      if (!answer.ok && answer.status === STATUS.notFound && draft !== undefined) {
        show({ code, stamp: draft.stamp, saved: draft.saved, published: null }, draft.text, draft.stamp === '' ? undefined : GONE);
        setVersions([]);
        return;
      }
      // It is gone since: nobody asked for it just now.
      if (quietly && !answer.ok && answer.status === STATUS.notFound) return keepOpen(name, undefined);
      const file = take(answer);
      if (file === undefined) {
        // The file before stays open.
        chosen.current = latest.current.open;
        return;
      }
      const changedSince = draft !== undefined && draft.stamp !== file.stamp;
      show(
        { code, stamp: draft?.stamp ?? file.stamp, saved: draft?.saved ?? file.text, published: file.published },
        draft?.text ?? file.text,
        changedSince ? { text: file.text, stamp: file.stamp, published: file.published } : undefined,
      );
      keepOpen(name, code);
      if (!quietly) setGoTo({ line: 1, column: 1 });
      if (latest.current.open?.code !== code) setVersions([]);
      const found = await call<{ versions: FileVersion[] }>('GET', `${pathOf(name, code)}/versions`);
      if (chosen.current === mine) setVersions(take(found)?.versions ?? []);
    }
    return {
      listing,
      open,
      text,
      changed: open !== undefined && text !== open.saved,
      busy,
      notice,
      versions,
      drafts,
      theirs,
      asked,
      refused,
      goTo,
      setText(next) {
        setShown(next);
        setRefused(NONE);
        if (open === undefined) return;
        const { code, stamp, saved } = open;
        keep(code, next === saved ? undefined : { text: next, stamp, saved });
      },
      go: ({ line, column }) => setGoTo({ line, column }),
      openFile: read,
      begin(code, draft, at) {
        chosen.current = { code };
        show({ code, stamp: '', saved: '', published: null }, draft);
        keep(code, { text: draft, stamp: '', saved: '' });
        keepOpen(name, code);
        setVersions([]);
        setGoTo(at);
      },
      async publish(next, accepted = false) {
        if (open === undefined) return;
        setBusy(true);
        setAsked(undefined);
        setRefused(NONE);
        const { code, stamp } = open;
        const answer = await call<{ hash: string; stamp: string }>('PUT', pathOf(name, code), { text: next, stamp, accepted });
        const now =
          !answer.ok && answer.status === STATUS.descriptionChanged
            ? await call<DescriptionFile<Published>>('GET', pathOf(name, code))
            : undefined;
        setBusy(false);
        // Whoever has gone on to another file is told of this one, and stays there: a question, problems or a text are of this one alone.
        const isHere = chosen.current?.code === code;
        if (!answer.ok && !isHere) {
          take(answer);
          return setNotice(`${code} 没有发布：${answer.msg}`);
        }
        if (!answer.ok && answer.warnings.length > 0) setAsked({ text: next, warnings: answer.warnings });
        // What was sent before had arrived, and its answer was lost.
        const same = now?.ok === true && now.models.text === next;
        if (now !== undefined && !same)
          setTheirs(now.ok ? { text: now.models.text, stamp: now.models.stamp, published: now.models.published } : GONE);
        if (same) {
          keep(code, undefined);
          await read(code);
          return setNotice(`${code} 现在的文件就是您的草稿。`);
        }
        const done = take(answer);
        if (done === undefined) return setRefused(answer.ok ? NONE : answer.problems);
        // A version of before was published, or somebody went on typing: what is being written stays a draft, now upon that.
        const kept = keptDraft(name, code);
        keep(code, kept === undefined || kept.text === next ? undefined : { text: kept.text, stamp: done.stamp, saved: next });
        setOpen((now) => (now?.code === code ? { ...now, stamp: done.stamp, saved: next } : now));
        if (isHere) await read(code);
        accept(await call<Listing>('GET', name));
        setNotice(`已发布 ${code}，玩家现在看到的就是这一版（${done.hash.slice(0, 8)}）`);
      },
      leaveAsked() {
        setAsked(undefined);
        setNotice('');
      },
      settle(on) {
        if (open === undefined || theirs === undefined) return;
        const mine = on === 'mine' && text !== theirs.text;
        keep(open.code, mine ? { text, stamp: theirs.stamp, saved: theirs.text } : undefined);
        const published = theirs.published as Published | null;
        show({ ...open, stamp: theirs.stamp, saved: theirs.text, published }, on === 'mine' ? text : theirs.text);
      },
      async versionText(id) {
        if (open === undefined) return undefined;
        return take(await call<{ text: string }>('GET', `${pathOf(name, open.code)}/${pathOf('versions', id)}`))?.text;
      },
      say: setNotice,
    };
  }, [name, listing, open, text, busy, notice, versions, drafts, theirs, asked, refused, goTo, take, accept]);
  /** What was open when the page was loaded again, or another desk was looked at: who was in the middle of it goes on there. */
  const before = useRef(keptOpen(name));
  useEffect(() => {
    const code = before.current;
    before.current = undefined;
    if (code !== undefined) void desk.openFile(code, true);
  }, [desk]);
  return desk;
}

const NONE: readonly Problem[] = [];
const GONE: Theirs = { text: '', stamp: '', published: null };
