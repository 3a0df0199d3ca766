import { describe, expect, it, vi } from 'vitest';
import { runStartUp } from '../../../app/platform/start-up.ts';
import { virtualClock } from '../../../engine/drivers/timers.ts';
import type { CallResult } from '../../../engine/screens/core/contract.ts';

async function start(native: boolean, answers: Readonly<Record<string, CallResult<unknown>>>, version = 202611000) {
  const clock = virtualClock(0);
  const stored = new Map<string, string>();
  const requests: string[] = [];
  const messages: string[] = [];
  const device: { rduid?: string; ip?: string } = {};
  runStartUp({
    input: { version, confirmedFrom: 202007000, native },
    clock,
    local: {
      get: (key) => stored.get(key) ?? null,
      set: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
    },
    device,
    signingKey: 'secret',
    randomBytes: (count) => new Uint8Array(count).fill(7),
    call: async (path, params) => {
      requests.push(`${path.split('/').at(-1)}${params.fingerprint ? ` ${params.fingerprint}` : ''}`);
      return answers[path] ?? { ok: false, status: -1, msg: '', inDoubt: false };
    },
    onMaintenance: (message) => messages.push(message),
    onOutdated: () => messages.push('outdated'),
  });
  clock.advance(1_999);
  expect(requests).toEqual([]);
  clock.advance(1);
  // The ciphers load when they are first needed.
  await vi.waitFor(() => expect([...stored.keys()]).toEqual(expect.arrayContaining(native ? ['ip', 'agentId'] : ['ip'])), {
    timeout: 20_000,
  });
  return { stored, requests: [...requests].sort(), messages, device };
}
const RDUID = '07'.repeat(16);
const ip = { '/api/SystemConfig/GetIP': { ok: true, models: { IP: '203.0.113.7' } } } as const;

describe('start-up', () => {
  it('2 s after start: the fingerprint, the address stored encrypted, the state of the system', async () => {
    const { stored, requests, messages, device } = await start(false, ip);
    expect(requests).toEqual(['CheckSystemStatus', 'GetIP']);
    expect(device).toEqual({ rduid: RDUID, ip: '203.0.113.7' });
    expect(stored.get('ip')).toBeDefined();
    expect([...stored.values()].join(' ')).not.toContain('203.0.113.7');
    expect(messages).toEqual([]);
  });
  it('a native wrapper keeps its agent id as JSON', async () => {
    const { stored, requests } = await start(true, {
      ...ip,
      '/api/SystemConfig/GetFingerprintParam': { ok: true, models: '{"agentId":"7"}' },
    });
    expect(requests).toEqual(['CheckSystemStatus', `GetFingerprintParam ${RDUID}`, 'GetIP']);
    expect(stored.get('agentId')).toBe('{"agentId":"7"}');
  });
  it('maintenance and an old version are shown', async () => {
    const status = {
      '/api/SystemConfig/CheckSystemStatus': { ok: true, models: { maintenance: true, message: '升级中', version: 1 } },
    } as const;
    expect((await start(false, { ...ip, ...status }, 202006000)).messages).toEqual(['outdated', '升级中']);
  });
});
