/** Something to talk about: a kind of its own for tests, which stands in for releases (宝单) and asks only this list. */
import { randomUUID } from 'node:crypto';
import { type ShownSubject, type SubjectKind, SUBJECT_KINDS } from '../../../server/social/profiles/subjects.ts';
import type { SampleWorld } from './samples.ts';

interface Thing extends ShownSubject {
  /** The players that may see it; undefined: all. */
  readonly seenBy?: readonly number[];
}
const things = new Map<string, Thing>();

const FAKE: SubjectKind = {
  kind: 'release',
  async find(_client, id, asker) {
    const thing = things.get(id);
    return thing?.seenBy !== undefined && !thing.seenBy.includes(asker ?? 0) ? undefined : thing;
  },
  rows: async () => ({ items: [], next: null }),
  makers: 'SELECT NULL::bigint AS id, 0::bigint AS at WHERE false',
  latest: async () => new Map(),
};

/** A thing that may be talked about, by its id. */
export function commentableThing(thing: Partial<Thing> = {}): string {
  const kinds = SUBJECT_KINDS as SubjectKind[];
  if (!kinds.includes(FAKE)) {
    const real = kinds.findIndex(({ kind }) => kind === FAKE.kind);
    if (real === -1) kinds.push(FAKE);
    else {
      // Releases are asked for as ever; only what is in the list above is ours.
      const { find, ...rest } = kinds[real] as SubjectKind;
      kinds[real] = {
        ...rest,
        find: async (client, id, asker) => (things.has(id) ? FAKE.find(client, id, asker) : find(client, id, asker)),
      };
      kinds.push(FAKE);
    }
  }
  const id = randomUUID();
  things.set(id, { owner: 1, closesAt: null, ...thing });
  return id;
}

const DEMO = `(SELECT id FROM users WHERE name = 'demo')`;

/** A comment about something: the owner's, or the demonstration player's. */
async function newComment({ server, owner }: SampleWorld, by: 'owner' | 'other'): Promise<string> {
  const id = randomUUID();
  await server.context.database.query(
    `INSERT INTO comments (id, kind, subject, user_id, text, at) VALUES ($1, 'release', $2, ${by === 'owner' ? '$3::bigint' : `coalesce(${DEMO}, $3::bigint)`}, '看好主队', 1)`,
    [id, commentableThing(), owner.userId],
  );
  return id;
}
/** The owner has written nothing of late. */
const quiet = ({ server, owner }: SampleWorld) =>
  server.context.database.query('UPDATE comments SET at = 1 WHERE user_id = $1', [owner.userId]);
const other = async ({ server }: SampleWorld) => {
  const { rows } = await server.context.database.query<{ id: number }>(`SELECT ${DEMO} AS id`);
  return { who: String(rows[0]?.id) };
};
const self = async ({ owner }: SampleWorld) => ({ who: String(owner.userId) });

/** Good fields for the calls of protocol/calls/people.ts. */
export const PEOPLE_CALL_SAMPLES: Readonly<Record<string, (world: SampleWorld) => Promise<Readonly<Record<string, unknown>>>>> = {
  '/api/attention/AttentionUser': other,
  '/api/attention/cancelAttentionUser': other,
  '/api/order/queryUserHomePage': self,
  '/api/order/QueryUserHomePageOrderList_ZH': self,
  '/api/order/QueryUserHomePageOrderList_FD': self,
  '/api/order/QueryUserHomePageOrderList_HM': self,
  '/api/order/CommentList': async () => ({ hmId: undefined, releaseId: commentableThing() }),
  '/api/order/ReplyList': async (world) => ({ commentId: await newComment(world, 'other') }),
  '/api/order/addUserComment': async (world) => {
    await quiet(world);
    return { hmId: undefined, releaseId: commentableThing(), id: randomUUID() };
  },
  '/api/order/AddUserReply': async (world) => {
    await quiet(world);
    return { commentId: await newComment(world, 'other'), id: randomUUID() };
  },
  '/api/order/DeleteComment': async (world) => ({ id: await newComment(world, 'owner') }),
  '/api/order/ReportComment': async (world) => {
    await world.server.context.database.query('UPDATE comment_reports SET at = 1 WHERE user_id = $1', [world.owner.userId]);
    return { id: await newComment(world, 'other') };
  },
};
