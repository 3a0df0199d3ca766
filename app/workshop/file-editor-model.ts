/** The open file of an editor and its draft: files are read, published, and compared with a version that somebody else published. */
import type { Dispatch, RefObject, SetStateAction } from 'react';
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { FileKind } from '../../protocol/desk/files.ts';
import { STATUS } from '../../protocol/status.ts';
import { type DeskCallAnswer, callDesk, type DescriptionFile, type FileVersion } from './calls.ts';
import { codesWithDraft, storeDraft, storeOpenCode, type StoredDraft, storedDraft } from './draft-storage.ts';

export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface OpenFile<Published> {
  readonly code: string;
  /** The stamp of the text from which the draft began; '' for a file that does not exist yet. */
  readonly stamp: string;
  readonly saved: string;
  readonly published: Published | null;
}

/** The version that somebody else published meanwhile; text and stamp are empty when the file was deleted. */
export interface OtherEdit {
  readonly text: string;
  readonly stamp: string;
  /** What runs by then. */
  readonly published: unknown;
}

/** A draft with warnings: it is published once the operator confirms them. */
export interface UnconfirmedDraft {
  readonly text: string;
  readonly warnings: readonly Problem[];
}

/** The state that an editor shows. */
export interface FileEditorState<Published> {
  readonly open: OpenFile<Published> | undefined;
  readonly text: string;
  readonly versions: readonly FileVersion[];
  readonly goTo: Position | undefined;
  readonly notice: string;
  readonly busy: boolean;
  readonly drafts: readonly string[];
  readonly theirs: OtherEdit | undefined;
  readonly unconfirmed: UnconfirmedDraft | undefined;
  readonly refused: readonly Problem[];
}

export type FileEditorSetters<Published> = {
  readonly [Name in keyof FileEditorState<Published>]: Dispatch<SetStateAction<FileEditorState<Published>[Name]>>;
};

export const NO_PROBLEMS: readonly Problem[] = [];
const DELETED_FILE: OtherEdit = { text: '', stamp: '', published: null };

export class FileEditorModel<Published> {
  readonly #kind: FileKind;
  readonly #set: FileEditorSetters<Published>;
  /** As drawn last. */
  readonly #drawn: RefObject<Pick<FileEditorState<Published>, 'open' | 'busy'>>;
  /** The file that was chosen last; a new object with each choice. What is answered about another one is not shown over it. */
  #chosen: { readonly code: string } | undefined;

  constructor(kind: FileKind, set: FileEditorSetters<Published>, drawn: RefObject<Pick<FileEditorState<Published>, 'open' | 'busy'>>) {
    this.#kind = kind;
    this.#set = set;
    this.#drawn = drawn;
  }

  /** The models of an answer, or undefined after saying why there are none. */
  modelsOf<T>(answer: DeskCallAnswer<T>): T | undefined {
    if (answer.ok) return answer.models;
    this.#set.notice(answer.msg);
    return undefined;
  }

  keep(code: string, draft: StoredDraft | undefined): void {
    storeDraft(this.#kind, code, draft);
    // The same list while one types.
    this.#set.drafts((before) => (before.includes(code) === (draft !== undefined) ? before : codesWithDraft(this.#kind)));
  }

  show(file: OpenFile<Published>, text: string, theirs?: OtherEdit): void {
    this.#set.open(file);
    this.#set.text(text);
    this.#set.theirs(theirs);
    this.#set.unconfirmed(undefined);
    this.#set.refused(NO_PROBLEMS);
    this.#set.notice('');
  }

  /** Opens a file with its draft. `quietly`: the caret stays where it is, and a file that is gone is not mentioned. */
  async read(code: string, quietly = false): Promise<void> {
    const mine = { code };
    this.#chosen = mine;
    const answer = await this.#file(code);
    if (this.#chosen !== mine) return;
    // As it is now: somebody may have typed until the answer came.
    const draft = storedDraft(this.#kind, code);
    const isGone = !answer.ok && answer.status === STATUS.notFound;
    if (isGone && draft !== undefined) {
      this.show(
        { code, stamp: draft.stamp, saved: draft.saved, published: null },
        draft.text,
        draft.stamp === '' ? undefined : DELETED_FILE,
      );
      this.#set.versions([]);
      return;
    }
    if (isGone && quietly) return storeOpenCode(this.#kind, undefined);
    const file = this.modelsOf(answer);
    if (file === undefined) {
      // The file before stays open.
      this.#chosen = this.#drawn.current.open;
      return;
    }
    const changedSince = draft !== undefined && draft.stamp !== file.stamp;
    this.show(
      { code, stamp: draft?.stamp ?? file.stamp, saved: draft?.saved ?? file.text, published: file.published },
      draft?.text ?? file.text,
      changedSince ? { text: file.text, stamp: file.stamp, published: file.published } : undefined,
    );
    storeOpenCode(this.#kind, code);
    if (!quietly) this.#set.goTo({ line: 1, column: 1 });
    if (this.#drawn.current.open?.code !== code) this.#set.versions([]);
    const found = await callDesk<{ versions: FileVersion[] }>('GET', 'file/versions', { kind: this.#kind, code });
    if (this.#chosen === mine) this.#set.versions(this.modelsOf(found)?.versions ?? []);
  }

  /** Opens a draft of a file that does not exist yet. */
  begin(code: string, draft: string, at: Position): void {
    this.#chosen = { code };
    this.show({ code, stamp: '', saved: '', published: null }, draft);
    this.keep(code, { text: draft, stamp: '', saved: '' });
    storeOpenCode(this.#kind, code);
    this.#set.versions([]);
    this.#set.goTo(at);
  }

  /** Reads the open file again: somebody else may have changed it. */
  async compare(): Promise<void> {
    const { open: before } = this.#drawn.current;
    // A file that was never published is on no server. If somebody else made one of its code, publishing it says so.
    if (before === undefined || before.stamp === '') return;
    const answer = await this.#file(before.code);
    const now = this.#drawn.current;
    // What this page publishes itself it reads again itself.
    if (!answer.ok || now.busy || now.open !== before) return;
    const { text, stamp, published } = answer.models;
    // The same text, and another version may run by now.
    if (stamp === before.stamp) return this.#set.open({ ...before, published });
    const draft = storedDraft(this.#kind, before.code);
    if (draft !== undefined && draft.text !== text) return this.#set.theirs({ text, stamp, published });
    // Also the draft itself, published while its answer was lost.
    if (draft !== undefined) this.keep(before.code, undefined);
    this.#set.theirs(undefined);
    this.#set.open({ ...before, stamp, saved: text, published });
    this.#set.text(text);
    this.#set.notice(draft === undefined ? `${before.code} 在别处改过，这里已换成现在的文件。` : `${before.code} 现在的文件就是您的草稿。`);
  }

  /** Publishes a text of the file. `relist` asks for the list of the files again. */
  async publish({ code, stamp }: OpenFile<Published>, text: string, accepted: boolean, relist: () => Promise<void>): Promise<void> {
    this.#set.busy(true);
    this.#set.unconfirmed(undefined);
    this.#set.refused(NO_PROBLEMS);
    const answer = await callDesk<{ hash: string; stamp: string }>('POST', 'file/publish', {
      ...{ kind: this.#kind, code, text, stamp },
      ...(accepted && { accepted: '1' }),
    });
    const now = !answer.ok && answer.status === STATUS.descriptionChanged ? await this.#file(code) : undefined;
    this.#set.busy(false);
    // An operator that has opened another file gets a message about this one and stays there: a question, problems or a text belong to this file.
    const isHere = this.#chosen?.code === code;
    if (answer.ok) {
      this.#published(code, text, answer.models.stamp);
      if (isHere) await this.read(code);
      await relist();
      this.#set.notice(`已发布 ${code}，玩家现在看到的就是这一版（${answer.models.hash.slice(0, 8)}）`);
    } else if (!isHere) this.#set.notice(`${code} 没有发布：${answer.msg}`);
    else if (now?.ok === true && now.models.text === text) {
      // The former request had arrived, and its answer was lost.
      this.keep(code, undefined);
      await this.read(code);
      this.#set.notice(`${code} 现在的文件就是您的草稿。`);
    } else {
      if (answer.warnings.length > 0) this.#set.unconfirmed({ text, warnings: answer.warnings });
      if (now !== undefined)
        this.#set.theirs(now.ok ? { text: now.models.text, stamp: now.models.stamp, published: now.models.published } : DELETED_FILE);
      this.#set.notice(answer.msg);
      this.#set.refused(answer.problems);
    }
  }

  /** Goes on with the draft upon the text that is there now, or with that text. */
  settle(open: OpenFile<Published>, draft: string, theirs: OtherEdit, on: 'mine' | 'theirs'): void {
    const mine = on === 'mine' && draft !== theirs.text;
    this.keep(open.code, mine ? { text: draft, stamp: theirs.stamp, saved: theirs.text } : undefined);
    const published = theirs.published as Published | null;
    this.show({ ...open, stamp: theirs.stamp, saved: theirs.text, published }, on === 'mine' ? draft : theirs.text);
  }

  async versionText(code: string, id: string): Promise<string | undefined> {
    return this.modelsOf(await callDesk<{ text: string }>('GET', 'file/version', { kind: this.#kind, code, id }))?.text;
  }

  #file(code: string): Promise<DeskCallAnswer<DescriptionFile<Published>>> {
    return callDesk<DescriptionFile<Published>>('GET', 'file', { kind: this.#kind, code });
  }

  /** An older text was published, or the operator typed on: the typed text stays a draft, now based on the published text. */
  #published(code: string, text: string, stamp: string): void {
    const currentDraft = storedDraft(this.#kind, code);
    this.keep(code, currentDraft === undefined || currentDraft.text === text ? undefined : { text: currentDraft.text, stamp, saved: text });
    this.#set.open((now) => (now?.code === code ? { ...now, stamp, saved: text } : now));
  }
}
