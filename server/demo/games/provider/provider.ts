/**
 * The stand-in provider (演示游戏公司): asked by the server as a real one would be, by signed messages over HTTP (docs/providers.md), and by its
 * own pages for play. Its books are tables of its own.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../../../platform/index.ts';
import {
  type SignedRequestKind,
  openDemoLedger,
  findDemoSession,
  throwDemoCoin,
  type SignedMessage,
  verifyMessage,
  parseMessage,
  signMessage,
} from '../../../payments/index.ts';

export interface StandInProvider {
  readonly database: Pick<Database, 'query' | 'transaction'>;
  readonly secret: string;
  /** Origin of its pages, as players reach them. */
  readonly origin: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PURPOSES = ['launch', 'balance', 'move', 'ask', 'bets'] as const satisfies readonly SignedRequestKind[];
const whole = (text: string | undefined): number | undefined =>
  text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;

/** What it answers to a question that can be believed; a text reports its fault. */
async function answer(
  provider: StandInProvider,
  company: string,
  purpose: (typeof PURPOSES)[number],
  message: SignedMessage,
): Promise<SignedMessage | string> {
  const books = openDemoLedger(provider.database, company);
  const { requestId = '', direction, game = '' } = message;
  const player = whole(message.player);
  if (purpose === 'ask' || purpose === 'move') {
    if (!UUID.test(requestId)) return 'requestId is not a UUID';
    if (purpose === 'ask') return { requestId, ...((await books.outcomeOf(requestId)) ?? { is: 'unknown' }) };
    const amountFen = whole(message.amountFen);
    if (player === undefined || amountFen === undefined || amountFen === 0 || (direction !== 'out' && direction !== 'in'))
      return 'player, direction (out, in) or amountFen is not right';
    return { requestId, ...(await books.move({ requestId, player, direction, amountFen })) };
  }
  if (player === undefined) return 'player is no whole number';
  if (purpose === 'balance') return { balanceFen: String(await books.balance(player)) };
  if (purpose === 'launch') {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(game)) return 'game is no code';
    return { url: `${provider.origin}/coin/?session=${await books.launch(player, game)}` };
  }
  const { items, next } = await books.bets(player, message.cursor, Math.min(50, whole(message.size) ?? 20));
  return { items: JSON.stringify(items), next: next ?? '' };
}

/** The form parser is the cashier's (cashier.ts). */
export function providerRoutes(app: FastifyInstance, provider: () => StandInProvider | undefined): void {
  const notYet = (reply: FastifyReply) => reply.code(503).send({ msg: '游戏公司正在启动，请稍后再试' });
  const formOf = (body: unknown): URLSearchParams => (body instanceof URLSearchParams ? body : new URLSearchParams());

  for (const purpose of PURPOSES)
    app.post(`/provider/:company/${purpose}`, async (request, reply) => {
      const standIn = provider();
      if (standIn === undefined) return notYet(reply);
      const { company } = request.params as { readonly company: string };
      const message = parseMessage(formOf(request.body));
      const fault = message === undefined ? 'a field is there twice' : verifyMessage(standIn.secret, purpose, message);
      const answerFields = message === undefined || fault !== undefined ? (fault ?? '') : await answer(standIn, company, purpose, message);
      if (typeof answerFields === 'string') return reply.code(403).type('text/plain; charset=utf-8').send(answerFields);
      return reply
        .type('application/x-www-form-urlencoded')
        .send(new URLSearchParams(signMessage(standIn.secret, `${purpose}-answer`, answerFields)).toString());
    });

  app.get('/provider/session', async (request, reply) => {
    const standIn = provider();
    if (standIn === undefined) return notYet(reply);
    const { session } = request.query as { readonly session?: unknown };
    const player = typeof session === 'string' && session.length <= 64 ? await findDemoSession(standIn.database, session) : undefined;
    return player === undefined ? reply.code(404).send({ msg: '会话已结束，请从应用里重新打开游戏' }) : { balanceFen: player.balanceFen };
  });

  app.post('/provider/throw', async (request, reply) => {
    const standIn = provider();
    if (standIn === undefined) return notYet(reply);
    const form = formOf(request.body);
    const [session, id, side, stakeFen] = [
      form.get('session') ?? '',
      form.get('id') ?? '',
      form.get('side'),
      whole(form.get('stakeFen') ?? ''),
    ];
    if (session.length > 64 || !UUID.test(id) || stakeFen === undefined || (side !== 'heads' && side !== 'tails'))
      return reply.code(400).send({ msg: '请求不正确' });
    const played = await throwDemoCoin(standIn.database, { session, id, side, stakeFen });
    return typeof played === 'string' ? reply.code(409).send({ msg: played }) : played;
  });
}
