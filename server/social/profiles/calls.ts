/** /api/attention and the calls of /api/order on people: attention, home pages, comments. */
import { v7 as uuidv7 } from 'uuid';
import * as calls from '../../../protocol/calls/people.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import { handle, type HandledCall, ok, runIdempotent, type Player, refuse } from '../../platform/index.ts';
import type { SocialServices } from '../services.ts';
import { type PeopleList, setFollowing, listPeople } from './following.ts';
import {
  commentSubjectOf,
  addComment,
  addReply,
  listComments,
  listReplies,
  NO_SUBJECT,
  ONE_SUBJECT_REQUIRED,
  reportComment,
  removeComment,
} from './comments.ts';
import { emotesOf } from './emotes.ts';
import { homeOrders, homePageModelOf, homeSocialOrders, type HomeQuery, type HomeRows } from './home-page.ts';
import { parseUserId } from '../../accounts/index.ts';

const NOBODY = '彩友不存在';

interface Asked {
  readonly fields: { readonly who?: string | undefined; readonly cursor?: string | undefined; readonly size: number };
  readonly player?: Player | undefined;
}

export function peopleCalls(context: SocialServices): HandledCall[] {
  const { database } = context;

  /** Whose home page is asked for: a player, or the refusal. */
  async function ownerOf(who: string | undefined, player: Player | undefined): Promise<number | Envelope<null>> {
    if (who === undefined) return player?.id ?? refuse(STATUS.notLoggedIn, '登录后可查看自己的主页');
    const id = parseUserId(who);
    if (id === undefined) return refuse(STATUS.notFound, NOBODY);
    const { rows } = await database.query('SELECT 1 FROM users WHERE id = $1', [id], 'player-there');
    return rows.length === 0 ? refuse(STATUS.notFound, NOBODY) : id;
  }

  const listing =
    (rows: (query: HomeQuery) => Promise<HomeRows>) =>
    async ({ fields: { who, cursor, size }, player }: Asked) => {
      const owner = await ownerOf(who, player);
      if (typeof owner !== 'number') return owner;
      return ok(await rows({ owner, asker: player?.id, cursor, size }));
    };
  const people =
    (which: PeopleList) =>
    async ({ fields: { q, cursor, size }, player }: { fields: { q?: string; cursor?: string; size: number }; player: Player }) =>
      ok(await listPeople(context, player.id, which, { q, cursor, size }));

  return [
    handle(calls.attentionUser, ({ fields: { who }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) => setFollowing(client, userId, who, true)),
    ),
    handle(calls.cancelAttentionUser, ({ fields: { who }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) => setFollowing(client, userId, who, false)),
    ),
    handle(calls.queryMyAttentionUser, people('mine')),
    handle(calls.queryMyFansUser, people('fans')),
    handle(calls.queryFDUserList, people('makers')),
    handle(calls.queryUserHomePage, async ({ fields: { who }, player }) => {
      const owner = await ownerOf(who, player);
      if (typeof owner !== 'number') return owner;
      const page = await homePageModelOf(context, owner, player?.id);
      return page === undefined ? refuse(STATUS.notFound, NOBODY) : ok(page);
    }),
    handle(
      calls.homePageOrders,
      listing((query) => homeOrders(context, query)),
    ),
    handle(
      calls.homePageReleases,
      listing((query) => homeSocialOrders(context, 'release', query)),
    ),
    handle(
      calls.homePageGroups,
      listing((query) => homeSocialOrders(context, 'hm', query)),
    ),
    handle(calls.commentList, async ({ fields: { sort = 'new', cursor, size, ...fields }, player }) => {
      const about = commentSubjectOf(fields);
      if (about === undefined) return refuse(STATUS.invalid, ONE_SUBJECT_REQUIRED);
      const page = await listComments(database, about, player?.id, { sort, cursor, size });
      return page === undefined ? refuse(STATUS.notFound, NO_SUBJECT) : ok(page);
    }),
    handle(calls.replyList, async ({ fields: { commentId, cursor, size }, player }) => {
      const page = await listReplies(database, commentId, player?.id, { cursor, size });
      return page === undefined ? refuse(STATUS.notFound, '评论不存在或已删除') : ok(page);
    }),
    handle(calls.addUserComment, ({ fields: { id, text = '', emote, ...fields }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) => {
        const about = commentSubjectOf(fields);
        return about === undefined
          ? refuse(STATUS.invalid, ONE_SUBJECT_REQUIRED)
          : addComment(client, userId, about, { id: id ?? uuidv7(), text, emote });
      }),
    ),
    handle(calls.addUserReply, ({ fields: { commentId, id, text = '', emote }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) =>
        addReply(client, userId, commentId, { id: id ?? uuidv7(), text, emote }),
      ),
    ),
    handle(calls.emotes, async ({ player }) => ok(await emotesOf(database, player.id))),
    handle(calls.deleteComment, ({ fields: { id }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, async (client, userId) =>
        (await removeComment(client, id, userId)) ? ok({ deleted: true }, '已删除') : refuse(STATUS.notFound, '评论不存在或已删除'),
      ),
    ),
    handle(calls.reportComment, ({ fields: { id, why }, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) => reportComment(client, userId, id, why)),
    ),
  ];
}
