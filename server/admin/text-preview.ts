/**
 * Pages of players as a draft would make them: players' read calls over the descriptions in force, with the
 * draft in place of its file. The caller counts as a visitor; nothing is written, counted or cached.
 */
import type { FastifyRequest } from 'fastify';
import { loadDocument } from '../../engine/descriptions/load.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { Envelope } from '../../protocol/status.ts';
import { TABLE } from '../../protocol/calls/table.ts';
import { activityCalls, storeCalls } from '../loyalty/index.ts';
import { contentCalls, createArticleReads, type DatedText, type ArticleReads, siteCalls, displayState } from '../content/index.ts';
import { parseWallClock, productOffset, type Publication } from '../catalog/index.ts';
import type { AdminServices } from './services.ts';
import { type AnswerCache, drawResultCalls } from '../lottery/index.ts';
import { answerCall, fieldReader, type HandledCall, ok, refuseField, UNLIMITED_SLOT } from '../platform/index.ts';
import PREVIEW from './text-preview.json' with { type: 'json' };

/** Where the publication has the documents of a kind in force, by their codes. */
const IN_FORCE = {
  bulletin: 'bulletins',
  banner: 'banners',
  article: 'articles',
  help: 'helps',
  activity: 'activities',
  product: 'products',
} as const satisfies Readonly<Record<keyof typeof PREVIEW.pages, keyof Publication>>;

export type PreviewedKind = keyof typeof IN_FORCE;
/** A page on which a draft can be looked at; `to`: its address, with properties of the draft in braces. */
export interface PreviewPage {
  readonly name: string;
  readonly to: string;
}

export const isPreviewed = (kind: string): kind is PreviewedKind => Object.hasOwn(IN_FORCE, kind);
/** Pages on which drafts of a kind can be looked at; undefined: there are none. */
export const previewPages = (kind: string): readonly PreviewPage[] | undefined => (isPreviewed(kind) ? PREVIEW.pages[kind] : undefined);

export interface TextDraft {
  readonly kind: PreviewedKind;
  readonly code: string;
  readonly text: string;
}

export type PreviewAnswer =
  | { readonly is: 'answer'; readonly answer: Envelope<unknown> }
  /** The draft is wrong by itself. */
  | { readonly is: 'wrong'; readonly problems: readonly Problem[] }
  /** The call changes something, or there is none. */
  | { readonly is: 'unread' };

type Document = DatedText & { readonly code: string };

/**
 * Answers one call of a page: those of text-preview.json by the draft, others by their examples. The draft is shown whatever its days: where
 * they lie ahead or are over, the preview looks at the first or the last moment of them.
 */
export type Preview = (
  draft: TextDraft,
  path: string,
  params: Readonly<Record<string, string>>,
  request: FastifyRequest,
) => Promise<PreviewAnswer>;

/** Throws when the list of reads names a call that is not there, changes anything or belongs to a player. */
export function openPreview(context: AdminServices): Preview {
  const reads = new Map(PREVIEW.reads.map((path) => [path.toLowerCase(), readOf(path)]));
  // What was drawn does not depend on any text.
  const results = drawResultCalls(context);
  const { of } = createArticleReads(context);
  /** A look at a draft is no reading. */
  const uncounted: ArticleReads = { of, count: async (article) => (await of([article])).get(article) ?? 0 };
  return async (draft, path, params, request) => {
    const definition = reads.get(path.toLowerCase());
    if (definition === undefined) return exampleOf(path);
    const loaded = loadDocument(draft.text, { file: `${draft.code}.json`, kind: draft.kind });
    if (!loaded.ok) return { is: 'wrong', problems: loaded.problems };
    const fields = fieldReader(definition)(new URLSearchParams(params));
    if (!fields.ok) return { is: 'answer', answer: refuseField(fields.field, fields.msg) };
    const drafted = withDraft(context, draft.kind, loaded.document as unknown as Document);
    const calls: readonly HandledCall[] = [
      ...siteCalls(drafted, UNKEPT),
      ...contentCalls(drafted, uncounted),
      ...activityCalls(drafted),
      ...storeCalls(drafted),
      ...results,
    ];
    const handled = calls.find((each) => each.definition === definition);
    if (handled === undefined) throw new Error(`no preview of ${definition.path}: none of the calls that are opened for it answers it`);
    return {
      is: 'answer',
      answer: await answerCall(handled, {
        fields: fields.values,
        request,
        releaseWhile: UNLIMITED_SLOT.releaseWhile,
        token: '',
        player: undefined,
      }),
    };
  };
}

function readOf(path: string) {
  const definition = TABLE.find((each) => each.path === path);
  if (definition === undefined) throw new Error(`text-preview.json: there is no call ${path}`);
  if (definition.changes !== undefined || definition.session === 'player' || definition.session === 'token')
    throw new Error(`text-preview.json: ${path} is no read of a visitor`);
  return definition;
}

function exampleOf(path: string): PreviewAnswer {
  const definition = TABLE.find((each) => each.path.toLowerCase() === path.toLowerCase());
  return definition === undefined || definition.changes !== undefined
    ? { is: 'unread' }
    : { is: 'answer', answer: ok(definition.example.models) };
}

/** No answer comes from the cache: the cache has players' answers. */
const UNKEPT: Pick<AnswerCache, 'get'> = { get: async (_key, load) => (await load()).value };

function withDraft(context: AdminServices, kind: PreviewedKind, document: Document): AdminServices {
  const { publication, clock } = context;
  const documents = new Map<string, unknown>(publication[IN_FORCE[kind]]()).set(document.code, document);
  const now = shownAt(document, clock.now(), productOffset(publication));
  return {
    ...context,
    publication: instead(publication, { [IN_FORCE[kind]]: () => documents }),
    clock: instead(clock, { now: () => now }),
  };
}

function shownAt({ at, until }: DatedText, now: number, offset: number): number {
  const state = displayState({ ...(at !== undefined && { at }), ...(until !== undefined && { until }) }, now, offset);
  if (state === 'later') return parseWallClock(at as string, offset);
  return state === 'over' ? parseWallClock(until as string, offset) - 1 : now;
}

/** An object with some of its methods replaced; the others are its own. */
function instead<T extends object>(object: T, methods: Partial<T>): T {
  return new Proxy(object, {
    get(target, name) {
      if (Object.hasOwn(methods, name)) return methods[name as keyof T];
      const ownValue: unknown = Reflect.get(target, name, target);
      return typeof ownValue === 'function' ? ownValue.bind(target) : ownValue;
    },
  });
}
