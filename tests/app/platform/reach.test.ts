/** An outage: told once, asked about with growing pauses, over by itself. */
import { describe, expect, it } from 'vitest';
import { virtualClock } from '../../../engine/drivers/timers.ts';
import { PROBE_PAUSES_MS, createReachabilityMonitor } from '../../../app/platform/reachability.ts';
import { START, world } from './world.ts';

const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

function watched(up: () => boolean) {
  const clock = virtualClock(START);
  const probes: number[] = [];
  let recovered = 0;
  const reach = createReachabilityMonitor({
    clock,
    now: clock.now,
    random: () => 0.5,
    probe: () => {
      probes.push(clock.now() - START);
      if (up()) reach.answered();
      else reach.missed();
    },
  });
  reach.onRecovered(() => (recovered += 1));
  return { clock, reach, probes, recovered: () => recovered };
}

describe('reach', () => {
  it('one request without an answer is no outage, and what failed is tried again', () => {
    const { clock, reach, probes, recovered } = watched(() => true);
    reach.answered();
    reach.missed();
    reach.missed();
    expect(reach.view.down).toBe(false);
    clock.advance(0);
    expect(probes).toEqual([0]);
    expect([reach.view.down, recovered()]).toEqual([false, 1]);
  });

  it('a request that alone finds no way is not sent as fast as the network carries it', () => {
    const { clock, reach, probes, recovered } = watched(() => true);
    // A listener that hears that the server answers makes a request at once, and gets no answer again.
    reach.onRecovered(() => reach.missed());
    reach.missed();
    clock.advance(60_000);
    expect(probes.map((at, i) => at - (probes[i - 1] ?? at)).slice(1)).toEqual([0, ...PROBE_PAUSES_MS, 15_000, 15_000]);
    expect(recovered()).toBe(probes.length);
    expect(reach.view.down).toBe(false);
    reach.close();
  });

  it('after a while without a miss the next one is probed at once', () => {
    const { clock, reach, probes } = watched(() => true);
    for (const ms of [0, 20_000]) {
      clock.advance(ms);
      reach.missed();
      clock.advance(0);
    }
    expect(probes).toEqual([0, 20_000]);
  });

  it('says since when, asks with growing pauses, and ends by itself', () => {
    let up = false;
    const { clock, reach, probes, recovered } = watched(() => up);
    reach.answered();
    clock.advance(5_000);
    reach.missed();
    clock.advance(0);
    expect(reach.view).toEqual({ down: true, lastAnswerAt: START });
    clock.advance(60_000);
    expect(probes.map((at, i) => at - (probes[i - 1] ?? at)).slice(1)).toEqual([...PROBE_PAUSES_MS, 15_000, 15_000]);
    expect(recovered()).toBe(0);
    up = true;
    reach.wake();
    clock.advance(0);
    expect([reach.view.down, recovered()]).toEqual([false, 1]);
    clock.advance(60_000);
    expect(clock.pending).toBe(0);
  });

  it('what the phone kept is no answer, and says how old the page is that has had none', () => {
    const { clock, reach } = watched(() => false);
    reach.missed(START - 60_000);
    reach.missed(START - 90_000);
    clock.advance(0);
    expect(reach.view).toEqual({ down: true, lastAnswerAt: START - 60_000 });
    reach.missed(START - 30_000);
    expect(reach.view.lastAnswerAt).toBe(START - 30_000);
  });

  it('the platform: calls, descriptions and the stream tell it, a refusal is an answer', async () => {
    const w = world();
    await settle();
    w.streams[0]?.open();
    const time = w.server['/api/systemconfig/getservertime'];
    w.server['/api/systemconfig/getservertime'] = () => 'drop';
    w.server['/api/order/list'] = () => 'drop';
    const recovered: string[] = [];
    w.platform.onRecovered(() => void recovered.push('again'));
    await w.platform.call('/api/order/list', {}, { quiet: true });
    w.clock.advance(0);
    await settle();
    expect(w.platform.reach).toEqual({ down: true, lastAnswerAt: START });
    w.server['/api/systemconfig/getservertime'] = () => ({ status: 99, msg: '服务器内部错误' });
    w.clock.advance(2_000);
    await settle();
    expect([w.platform.reach.down, recovered]).toEqual([false, ['again']]);

    w.server['/api/systemconfig/getservertime'] = () => ({ raw: '<html>502</html>', http: 502 });
    w.streams.at(-1)?.fail();
    w.clock.advance(0);
    await settle();
    expect(w.platform.reach.down).toBe(true);
    w.server['/api/systemconfig/getservertime'] = time as never;
    // A player that comes back need not wait for the next pause.
    w.wake();
    w.clock.advance(0);
    await settle();
    expect(w.platform.reach.down).toBe(false);
  });

  it('what a player reads of a part that did not come names no file', async () => {
    const w = world();
    await expect(w.platform.loadDocument('screen', 'confirm-quick')).rejects.toMatchObject({
      place: 'screen/confirm-quick',
      message: expect.not.stringMatching(/[a-z/]/),
    });
  });
});
