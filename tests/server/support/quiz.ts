/** Help for tests of quizzes: their calls, quizzes in a folder of games, points for players, and draws. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QuizActModels, QuizEntry, QuizQuestion } from '../../../protocol/calls.ts';
import type { QuizDescription } from '../../../engine/quiz/types.ts';
import type { Querying } from '../../../server/platform/database/database.ts';
import type { Answer, CallOptions, Client } from './client.ts';
import { root, type TestServer } from './server.ts';

/** Copies quizzes of the repository into a folder of games, each changed by `change`. */
export function addQuizzes(games: string, codes: readonly string[], change: (quiz: QuizDescription) => object = (quiz) => quiz): void {
  mkdirSync(join(games, 'quiz'), { recursive: true });
  for (const code of codes) {
    const quiz = JSON.parse(readFileSync(join(root, 'games/quiz', `${code}.json`), 'utf8')) as QuizDescription;
    writeFileSync(join(games, 'quiz', `${code}.json`), JSON.stringify(change(quiz)));
  }
}

/** A schedule of 江苏快三 for day and night whose next draw is 15 to 16 minutes after this call. So no round of a quiz about it closes during the test. */
export const scheduleFarFromClose = (): { readonly first: string; readonly drawsPerDay: number } => ({
  first: `00:${String(Math.floor(Date.now() / 60_000 + 16) % 20).padStart(2, '0')}:00`,
  drawsPerDay: 72,
});

export const givePoints = (database: Querying, userIds: readonly number[], points = 10_000) =>
  database.query(`SELECT post(id, 'points', 'house:points', 'points', $2, 'gift', NULL) FROM users WHERE id = ANY($1)`, [userIds, points]);

export const quizQuestions = (
  who: Client,
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer<{ items: QuizQuestion[]; next: string | null }>> => who.get('/api/Activity/SSJCQuestions', fields);

export const enterQuiz = (
  who: Client,
  question: string,
  option: string,
  points: number,
  options: CallOptions = {},
): Promise<Answer<QuizActModels>> => who.get('/api/Activity/DoSSJCAct', { op: 'bet', question, option, points: String(points) }, options);

export const quizRecords = (
  who: Client,
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer<{ items: QuizEntry[]; next: string | null }>> => who.get('/api/Activity/DoSSJCActRecord', fields);

/** The open round of a quiz. */
export async function openRound(who: Client, quiz: string): Promise<QuizQuestion> {
  const { models } = await quizQuestions(who, { quiz });
  const found = models.items.find(({ status }) => status === 'open');
  if (found === undefined) throw new Error(`no open round of ${quiz}`);
  return found;
}

/** Sets the drawn numbers of an issue, independent of its seed. */
export const drawIssue = ({ context }: Pick<TestServer, 'context'>, game: string, issue: string, numbers: object) =>
  context.database.query(`UPDATE issues SET state = 'drawn', numbers = $3::jsonb WHERE game = $1 AND issue = $2`, [
    game,
    issue,
    JSON.stringify(numbers),
  ]);
