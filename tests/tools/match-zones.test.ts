/** Kick-offs with a zone. The instants are worked out by hand from the offsets that the abbreviations stand for. */
import { describe, expect, it } from 'vitest';
import { readMatches } from '../../tools/matches/read.ts';
import { readKickoff } from '../../tools/matches/zones.ts';

const at = (date: string, time: string, league = 'Asia/Shanghai') => {
  const kickoff = readKickoff(date, time, league);
  return kickoff.ok ? new Date(kickoff.at).toISOString().slice(0, 16) : kickoff.mistake;
};

describe('zones', () => {
  it.each([
    ['2026-03-26', '20:45 CET', '2026-03-26T19:45'],
    ['2026-03-31', '20:45 CEST', '2026-03-31T18:45'],
    ['2026-03-26', '19:45 UTC±0', '2026-03-26T19:45'],
    ['2026-03-26', '20:00 UTC+3', '2026-03-26T17:00'],
    ['2026-06-11', '13:00 UTC-6', '2026-06-11T19:00'],
    ['2026-06-11', '13:00 UTC+5:30', '2026-06-11T07:30'],
    ['2026-06-11', '13:00 UTC', '2026-06-11T13:00'],
    ['2026-07-11', '13:00 EDT', '2026-07-11T17:00'],
    ['2026-07-11', '13:00 America/New_York', '2026-07-11T17:00'],
    ['2026-12-11', '13:00 America/New_York', '2026-12-11T18:00'],
    ['2026-07-11', '15:00 MSK', '2026-07-11T12:00'],
    ['2026-07-11', '20.00', '2026-07-11T12:00'],
  ])('%s %s', (date, time, instant) => expect(at(date, time)).toBe(instant));
  it.each([
    ['2026-07-11', '13:00 BST', /几种意思（Europe\/London、Asia\/Dhaka）/],
    ['2026-07-11', '13:00 IST', /Asia\/Kolkata/],
    ['2026-07-11', '13:00 CST', /Asia\/Shanghai/],
    // In July clocks of Paris show CEST, and a file with CET may mean either.
    ['2026-07-11', '20:45 CET', /那里的钟不是 CET，改写 UTC\+1 这样的时差或 Europe\/Paris/],
    ['2026-07-11', '20:45 XYZ', /不认识时区 "XYZ"/],
    ['2026-07-11', '20:45 Europe/Atlantis', /没有时区 "Europe\/Atlantis"/],
    ['2026-07-11', '20:45 UTC+15', /不认识时区/],
    ['2026-07-11', '24:00', /时间不对/],
  ])('%s %s is refused with what to write', (date, time, mistake) => expect(at(date, time)).toMatch(mistake));
});

describe('football.json', () => {
  const read = (match: object) =>
    readMatches(JSON.stringify({ matches: [{ round: '1', date: '2026-03-26', team1: 'A', team2: 'B', ...match }] }));
  const one = (match: object) => {
    const file = read(match);
    return file.ok ? file.matches[0] : file.mistakes;
  };
  it('time_local is the same instant, or refused; it counts where time is missing', () => {
    expect(one({ time: '20:45 CET', time_local: '19:45 UTC±0' })).toMatchObject({ time: '20:45 CET' });
    expect(one({ time_local: '20:00 UTC+3' })).toMatchObject({ time: '20:00 UTC+3' });
    expect(one({ time: '20:45 CET', time_local: '20:45 UTC±0' })).toEqual([
      expect.stringMatching(/^matches\[0\]: time "20:45 CET" 与 time_local "20:45 UTC±0" 不是同一时刻/),
    ]);
    expect(one({ time: '20:45 BST' })).toEqual([expect.stringMatching(/^matches\[0\]: 时区 "BST"/)]);
  });
  it('a score after extra time alone: the goals up to the 90th minute are that after 90 minutes; without all goals nothing is', () => {
    const goals1 = [{ name: 'D', minute: '51' }];
    const goals2 = [{ name: 'E', minute: '86' }];
    expect(one({ score: { p: [2, 4], et: [1, 1] }, goals1, goals2 })).toMatchObject({ full: [1, 1], extra: [1, 1], penalties: [2, 4] });
    expect(one({ score: { et: [2, 1] }, goals1: [...goals1, { name: 'D', minute: '103' }], goals2 })).toMatchObject({
      full: [1, 1],
      extra: [2, 1],
    });
    for (const lists of [{}, { goals1 }, { goals1: [{ name: 'D', minute: 'late' }], goals2 }]) {
      const match = one({ score: { p: [2, 4], et: [1, 1] }, ...lists });
      expect(match).toMatchObject({ extra: [1, 1], penalties: [2, 4] });
      expect(match).not.toHaveProperty('full');
    }
  });
  it('a bare pair is the score after 90 minutes', () => {
    expect(one({ score: [2, 0] })).toMatchObject({ full: [2, 0] });
  });
});
