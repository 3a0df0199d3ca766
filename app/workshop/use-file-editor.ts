/**
 * The files of one kind as a page works with them: the list, the file that is open, its draft, publishing and taking back. Drafts are kept
 * (draft-storage.ts): opening another file loses nothing, nor does somebody else's change of the file, which is shown beside the draft.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { FileKind } from '../../protocol/desk/files.ts';
import { type DeskCallAnswer, type FileVersion, listFiles } from './calls.ts';
import {
  type UnconfirmedDraft,
  FileEditorModel,
  type FileEditorSetters,
  type FileEditorState,
  NO_PROBLEMS,
  type OpenFile,
  type Position,
  type OtherEdit,
} from './file-editor-model.ts';
import { codesWithDraft, storedOpenCode } from './draft-storage.ts';
import { useFolderChanges } from './use-folder-changes.ts';

export interface FileEditor<Listing, Published> {
  readonly listing: Listing | undefined;
  readonly open: OpenFile<Published> | undefined;
  readonly text: string;
  readonly changed: boolean;
  readonly busy: boolean;
  readonly notice: string;
  readonly versions: readonly FileVersion[];
  /** Codes of the files that have a draft. */
  readonly drafts: readonly string[];
  readonly theirs: OtherEdit | undefined;
  readonly unconfirmed: UnconfirmedDraft | undefined;
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
  /** `accepted`: the operator has confirmed the warnings. The outcome is in `notice`, `unconfirmed`, `refused` and `theirs`. */
  publish(text: string, accepted?: boolean): Promise<void>;
  /** Drops the question. */
  dismissUnconfirmed(): void;
  /** Goes on with the draft upon the text that is there now, or with that text. */
  settle(on: 'mine' | 'theirs'): void;
  versionText(id: string): Promise<string | undefined>;
  say(notice: string): void;
}

export function useFileEditor<Listing, Published>(name: FileKind): FileEditor<Listing, Published> {
  const [values, set] = useFileEditorState<Published>(name);
  const { listing, load, relist } = useListing<Listing>(name, set.notice);
  const { open, busy } = values;
  const drawn = useRef({ open, busy });
  useEffect(() => {
    drawn.current = { open, busy };
  });
  const files = useMemo(() => new FileEditorModel<Published>(name, set, drawn), [name, set]);
  useFolderChanges(
    useCallback(() => {
      load();
      set.refused(NO_PROBLEMS);
      void files.compare();
    }, [load, set, files]),
  );
  const editor = useMemo(
    (): FileEditor<Listing, Published> => ({ listing, ...values, ...fileEditorActions(values, set, files, relist) }),
    [listing, values, set, files, relist],
  );
  useReopen(name, editor);
  return editor;
}

/** The values are one object for as long as none of them changes; the setters are always the same. */
function useFileEditorState<Published>(name: FileKind): readonly [FileEditorState<Published>, FileEditorSetters<Published>] {
  const [open, setOpen] = useState<OpenFile<Published> | undefined>(undefined);
  const [text, setText] = useState('');
  const [versions, setVersions] = useState<readonly FileVersion[]>([]);
  const [goTo, setGoTo] = useState<Position | undefined>(undefined);
  const [notice, setNotice] = useState('');
  const [busy, setBusy] = useState(false);
  const [drafts, setDrafts] = useState(() => codesWithDraft(name));
  const [theirs, setTheirs] = useState<OtherEdit | undefined>(undefined);
  const [unconfirmed, setUnconfirmed] = useState<UnconfirmedDraft | undefined>(undefined);
  const [refused, setRefused] = useState(NO_PROBLEMS);
  const values = useMemo(
    () => ({ open, text, versions, goTo, notice, busy, drafts, theirs, unconfirmed, refused }),
    [open, text, versions, goTo, notice, busy, drafts, theirs, unconfirmed, refused],
  );
  const set = useMemo(
    (): FileEditorSetters<Published> => ({
      open: setOpen,
      text: setText,
      versions: setVersions,
      goTo: setGoTo,
      notice: setNotice,
      busy: setBusy,
      drafts: setDrafts,
      theirs: setTheirs,
      unconfirmed: setUnconfirmed,
      refused: setRefused,
    }),
    [],
  );
  return [values, set];
}

/** The list of a kind. When it does not come, the notice says why until it comes. */
function useListing<Listing>(name: FileKind, setNotice: FileEditorSetters<unknown>['notice']) {
  const [listing, setListing] = useState<Listing | undefined>(undefined);
  const accept = useCallback(
    (answer: DeskCallAnswer<Listing>) => {
      if (answer.ok) setListing(answer.models);
      else setNotice(answer.msg);
    },
    [setNotice],
  );
  /** Why the list did not come. */
  const fault = useRef('');
  const load = useCallback(
    () =>
      void listFiles<Listing>(name).then((answer) => {
        const before = fault.current;
        fault.current = answer.ok ? '' : answer.msg;
        if (answer.ok && before !== '') setNotice((now) => (now === before ? '' : now));
        accept(answer);
      }),
    [name, accept, setNotice],
  );
  const relist = useCallback(async () => accept(await listFiles<Listing>(name)), [name, accept]);
  useEffect(load, [load]);
  return { listing, load, relist };
}

function fileEditorActions<Published>(
  { open, text, theirs }: FileEditorState<Published>,
  set: FileEditorSetters<Published>,
  files: FileEditorModel<Published>,
  relist: () => Promise<void>,
): Omit<FileEditor<unknown, Published>, keyof FileEditorState<Published> | 'listing'> {
  return {
    changed: open !== undefined && text !== open.saved,
    setText(next) {
      set.text(next);
      set.refused(NO_PROBLEMS);
      if (open === undefined) return;
      const { code, stamp, saved } = open;
      files.keep(code, next === saved ? undefined : { text: next, stamp, saved });
    },
    go: ({ line, column }) => set.goTo({ line, column }),
    openFile: (code, quietly) => files.read(code, quietly),
    begin: (code, draft, at) => files.begin(code, draft, at),
    async publish(next, accepted = false) {
      if (open !== undefined) await files.publish(open, next, accepted, relist);
    },
    dismissUnconfirmed() {
      set.unconfirmed(undefined);
      set.notice('');
    },
    settle(on) {
      if (open !== undefined && theirs !== undefined) files.settle(open, text, theirs, on);
    },
    versionText: async (id) => (open === undefined ? undefined : files.versionText(open.code, id)),
    say: set.notice,
  };
}

/** Opens what was open when the page was loaded again, or when the operator opened another tab. */
function useReopen(name: FileKind, editor: Pick<FileEditor<unknown, unknown>, 'openFile'>): void {
  const before = useRef(storedOpenCode(name));
  useEffect(() => {
    const code = before.current;
    before.current = undefined;
    if (code !== undefined) void editor.openFile(code, true);
  }, [editor]);
}
