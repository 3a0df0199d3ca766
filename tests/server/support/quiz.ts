/** Quizzes for tests: the calls in the words of the tests, and small quizzes to put down. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QuizActModels, QuizEntry, QuizQuestion } from '../../../protocol/calls.ts';
import type { QuizDescription } from '../../../engine/quiz/types.ts';
import type { Querying } from '../../../server/platform/database/database.ts';
import type { Answer, CallOptions, Client } from './client.ts';
import { root, type TestServer } from './server.ts';

/** Puts quizzes of the repository into a folder of games, changed as told. */
export function addQuizzes(games: string, codes: readonly string[], change: (quiz: QuizDescription) => object = (quiz) => quiz): void {
  mkdirSync(join(games, 'quiz'), { recursive: true });
  for (const code of codes) {
    const quiz = JSON.parse(readFileSync(join(root, 'games/quiz', `${code}.json`), 'utf8')) as QuizDescription;
    writeFileSync(join(games, 'quiz', `${code}.json`), JSON.stringify(change(quiz)));
  }
}

/** A schedule of 江苏快三 by day and by night whose next draw is in 16 minutes, whenever the test runs: no round of a quiz about it is about to close. */
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

/** The round of a quiz that is open. */
export async function openRound(who: Client, quiz: string): Promise<QuizQuestion> {
  const { models } = await quizQuestions(who, { quiz });
  const found = models.items.find(({ status }) => status === 'open');
  if (found === undefined) throw new Error(`no open round of ${quiz}`);
  return found;
}

/** What an issue was drawn as, whatever its seed says. */
export const drawIssue = ({ context }: Pick<TestServer, 'context'>, game: string, issue: string, numbers: object) =>
  context.database.query(`UPDATE issues SET state = 'drawn', numbers = $3::jsonb WHERE game = $1 AND issue = $2`, [
    game,
    issue,
    JSON.stringify(numbers),
  ]);
