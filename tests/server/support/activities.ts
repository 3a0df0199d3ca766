/** Activities for tests: a base, and what differs. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ActivityDescription } from '../../../engine/descriptions/activities/types.ts';
import type { Client } from './client.ts';
import type { TestServer } from './server.ts';

/** One bet brings 20 points, unless told. */
export const activityWith = (code: string, patch: Partial<ActivityDescription> = {}): ActivityDescription => ({
  $schema: '../../schemas/activity.schema.json',
  format: 1,
  kind: 'activity',
  code,
  id: randomBytes(16).toString('hex'),
  title: '投注一次',
  note: '投注一次，领 20 积分',
  from: '2020-01-01',
  to: '2099-12-31',
  blocks: [{ title: '参与方式', text: '投注一次。' }],
  rule: { fact: 'bets', of: 1 },
  gives: { points: 20 },
  ...patch,
});

/** Puts an activity into force. Its address. */
export async function startActivity(
  { gamesDir, context }: TestServer,
  code: string,
  patch?: Partial<ActivityDescription>,
): Promise<string> {
  const made = activityWith(code, patch);
  mkdirSync(join(gamesDir, 'activities'), { recursive: true });
  writeFileSync(join(gamesDir, 'activities', `${code}.json`), JSON.stringify(made));
  await context.publication.refresh();
  return made.id;
}

let made = 0;
/** An activity that the owner of a sample may claim. Its address. */
export async function addActivity({ server, owner }: { readonly server: TestServer; readonly owner: Client }): Promise<string> {
  made += 1;
  await server.context.database.query(
    'INSERT INTO checkins (user_id, day, made_up, at) VALUES ($1, 20454, false, 1) ON CONFLICT DO NOTHING',
    [owner.userId],
  );
  return startActivity(server, `sample-${made}`, { rule: { fact: 'checkins', of: 1 } });
}
