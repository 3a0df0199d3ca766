/** Files of descriptions in the workshop: lists, texts, versions, publication, new games, and drafts on the pages of players. */
import { createHash } from 'node:crypto';
import {
  deskFile,
  deskFiles,
  type FileKind,
  fileFigures,
  fileVersion,
  fileVersions,
  folderChanges,
  gameDraft,
  otherProblems,
  previewFile,
  publishFile,
} from '../../../protocol/desk/files.ts';
import { STATUS } from '../../../protocol/status.ts';
import { ok, refuse, refuseField } from '../../platform/index.ts';
import { type FileDesk, textStamp } from '../file-desk.ts';
import type { Desks } from '../workshop-desks.ts';
import { auditActorOf, writeAudit } from '../guard.ts';
import type { AdminServices } from '../services.ts';
import { openPreview } from '../text-preview.ts';
import { type HandledDeskCall, handleDeskCall } from './handle.ts';

/** The files of one kind as the calls see them. */
interface Shelf {
  readonly desk: FileDesk;
  /** The message for a file that is not there. */
  readonly missing: string;
  /** What a draft is judged and completed with. */
  readonly around: () => unknown;
  /** The figures of a file so far; undefined for a file that is not in force. */
  readonly figures?: (code: string) => Promise<Readonly<Record<string, number>> | undefined>;
}

function shelvesOf(desks: Desks): Readonly<Record<FileKind, Shelf>> {
  const shelves: Readonly<Record<string, Shelf>> = {
    games: {
      desk: desks.games,
      missing: '没有这个彩种文件',
      around: () => ({ surroundings: desks.surroundings(), schemas: desks.schemas }),
    },
    families: {
      desk: desks.families,
      missing: '没有这个家族文件',
      around: () => ({ games: desks.familyGames(), surroundings: desks.surroundings() }),
    },
    screens: { desk: desks.screens, missing: '没有这个界面文件', around: () => desks.screenWords() },
    ...Object.fromEntries(
      desks.beside.map(({ name, desk, missing, names, figures, pages }) => [
        name,
        { desk, missing, around: () => ({ ...(names && { names: names() }), ...(pages && { pages }) }), ...(figures && { figures }) },
      ]),
    ),
  };
  return shelves as Readonly<Record<FileKind, Shelf>>;
}

/** The family of a game, and the reason why it is not sold. */
function ofGame(running: object | undefined): { readonly family?: string; readonly disabled?: string } {
  const { family, disabled } = (running as { readonly game?: { readonly family?: string; readonly disabled?: string } })?.game ?? {};
  return { ...(family !== undefined && { family }), ...(disabled !== undefined && { disabled }) };
}

export interface FileCallsOptions {
  readonly context: AdminServices;
  readonly desks: Desks;
  readonly log: (line: string) => void;
}

export function fileCalls({ context, desks, log }: FileCallsOptions): HandledDeskCall[] {
  const { database, clock } = context;
  const shelves = shelvesOf(desks);
  const preview = openPreview(context);
  return [
    handleDeskCall(deskFiles, async ({ fields: { kind } }) => {
      const { desk, around } = shelves[kind];
      const files = (await desk.list()).map(({ code, running, status, problems }) => ({
        code,
        name: running?.name ?? code,
        status,
        problems,
        ...ofGame(running),
      }));
      return ok({ files, now: clock.now(), around: around() });
    }),
    handleDeskCall(deskFile, async ({ fields: { kind, code } }) => {
      const { desk, missing } = shelves[kind];
      const file = await desk.read(code);
      return file === undefined ? refuse(STATUS.notFound, missing) : ok(file);
    }),
    handleDeskCall(fileVersions, async ({ fields: { kind, code } }) => ok({ versions: await shelves[kind].desk.versions(code) })),
    handleDeskCall(fileVersion, async ({ fields: { kind, code, id } }) => {
      const text = await shelves[kind].desk.version(code, id);
      return text === undefined ? refuse(STATUS.notFound, '没有这个版本') : ok({ text });
    }),
    handleDeskCall(fileFigures, async ({ fields: { kind, code } }) => ok({ figures: (await shelves[kind].figures?.(code)) ?? {} })),

    handleDeskCall(publishFile, async ({ fields: { kind, code, text, stamp, accepted }, request, operator }) => {
      const { desk } = shelves[kind];
      const name = `${kind}/${code}`;
      const ownStamp = textStamp(text);
      const earlier = (await desk.versions(code)).some(({ id, current }) => !current && id.endsWith(`-${ownStamp}`));
      const body = { file: name, sha256: createHash('sha256').update(text).digest('hex') };
      const published = await desk.publish(
        code,
        text,
        stamp,
        {
          name: operator.name,
          announce: () => writeAudit(database, request, { kind: earlier ? 'description.rollback' : 'description.publish', body }),
          takeBack: () => writeAudit(database, request, { kind: 'description.not-published', body }),
        },
        accepted,
      );
      switch (published.is) {
        case 'changed':
          return refuse(STATUS.descriptionChanged, '文件已被别人修改，请重新打开后再发布');
        case 'refused':
          return { status: STATUS.invalid, models: { problems: published.problems } as never, msg: '描述有误，未发布' };
        case 'unwritable':
          log(`description not published  ${name}  ${published.folder} cannot be written: ${published.why}`);
          return refuse(STATUS.internal, `发布失败：无法写入文件夹 ${published.folder}，${published.why}`);
        case 'warned':
          return { status: STATUS.needsStep, models: { warnings: published.warnings } as never, msg: '尚未发布，请查看提醒后再次确认' };
        case 'published':
          log(`operator published  ${name}  ${published.hash}  ${auditActorOf(request)}`);
          return ok({ hash: published.hash, stamp: published.stamp });
      }
    }),

    handleDeskCall(folderChanges, async () => ok({ changes: desks.changes() })),
    handleDeskCall(otherProblems, async () => ok({ problems: desks.otherProblems() })),

    // The text of a new game, with the fault of the wish where there is none. Nothing is written.
    handleDeskCall(gameDraft, async ({ fields }) => {
      const drafted = desks.draft({ ...fields, today: new Date().toISOString().slice(0, 10) });
      if (drafted.ok) return ok({ text: drafted.text });
      return { status: STATUS.invalid, models: { problems: drafted.problems } as never, msg: '按所填内容无法生成彩种' };
    }),

    handleDeskCall(previewFile, async ({ fields: { kind, code, text, path, params }, request }) => {
      const submittedTexts = textsOf(params);
      if (submittedTexts === undefined) return refuseField('params', '参数 params 不正确：须为 JSON 对象，每项为文字');
      const previewed = await preview({ kind, code, text }, path, submittedTexts, request);
      if (previewed.is === 'answer') return ok({ answer: previewed.answer });
      if (previewed.is === 'wrong')
        return { status: STATUS.invalid, models: { problems: previewed.problems } as never, msg: '描述有误，不能预览' };
      return refuse(STATUS.notFound, '预览模式，不会真正提交，也没有账户');
    }),
  ];
}

/** undefined: it is no JSON object of texts. */
function textsOf(json: string): Readonly<Record<string, string>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.values(value).every((each) => typeof each === 'string') ? (value as Readonly<Record<string, string>>) : undefined;
  } catch {
    return undefined;
  }
}
