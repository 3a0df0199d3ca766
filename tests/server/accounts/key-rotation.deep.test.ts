/** The command that replaces the encryption key of personal data. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { main as data } from '../../../tools/data/main.ts';
import type { Client } from '../support/client.ts';
import { latestCodeFor } from '../support/outbox.ts';
import { startServer, temporaryFolder } from '../support/server.ts';

const confirmName = (client: Client) => client.post('/api/RealNameAuthor', { realName: '张三丰', idNo: '110000199005174015' });

it('the command replaces the key of an embedded database: all data stay readable, and the old key is no longer needed', async () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  let own = await startServer({ dataDir });
  const keyFile = join(dataDir, 'vault.key');
  const before = readFileSync(keyFile, 'utf8');
  const client = await own.client().register('rotated', 'a-password-1');
  await confirmName(client);
  await client.post('/api/account/SendCode', { channel: 'mobile', purpose: 'bind', to: '13500135000' });
  await client.post('/api/account/BindMobile', { mobile: '13500135000', code: await latestCodeFor(own.base, '13500135000') });
  await own.stop();
  const messages: string[] = [];
  expect(await data(['rotate'], { CAIPU_DATA: dataDir }, (text) => messages.push(text)), messages.join()).toBe(0);
  expect(messages.join()).toMatch(/sealed \d+ texts under key [0-9a-f]{8}/);
  const after = readFileSync(keyFile, 'utf8');
  expect(after).not.toContain(before.trim());
  own = await startServer({ dataDir });
  try {
    const again = own.client();
    const { models } = await again.post<{ token: string }>('/api/account/weblogin', { username: 'rotated', password: 'a-password-1' });
    again.token = models.token;
    expect(await again.get('/api/UserCenter/Security')).toMatchObject({ models: { mobileMask: '135****5000', nameMask: '张**' } });
    // The keyed hashes did not change, so the identity number still belongs to the first player.
    const other = await own.client().register('rotatedtwo', 'a-password-1');
    expect((await confirmName(other)).status).toBe(17);
  } finally {
    await own.stop();
  }
});
