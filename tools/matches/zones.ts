/**
 * Kick-offs with a zone: an offset (UTC-6), an abbreviation of zones.json (CET), or an IANA name (Europe/London). The runtime's own reading
 * of abbreviations is not used: it takes BST for Bangladesh, IST for India and EST for Panama.
 */
import { zonedTime } from '../../server/sports/feed/calendar.ts';
import table from './zones.json' with { type: 'json' };

interface KnownZone {
  readonly offset: string;
  /** A place with this abbreviation, where its clocks change within the year. */
  readonly zone?: string;
}
const ZONES: Readonly<Record<string, KnownZone>> = table.zones;
const AMBIGUOUS: Readonly<Record<string, readonly string[]>> = table.ambiguous;

/** The abbreviations that have a meaning, or several. */
export const ZONE_NAMES: readonly string[] = [...Object.keys(ZONES), ...Object.keys(AMBIGUOUS)];
/** Kick-off of a match without a time in its file, as local time of the league. */
const NO_TIME = '15:00';
const TIME = /^(\d{1,2})[:.](\d{2})(?:\s+(\S+))?$/;
const OFFSET = /^(?:UTC|GMT)?(?:([+-])(\d{1,2})(?::?([0-5]\d))?|±0)$/;
/** No place is further from UTC. */
const MOST_MINUTES = 14 * 60;

export type Kickoff = { readonly ok: true; readonly at: number } | { readonly ok: false; readonly mistake: string };

/** The kick-off in Unix ms; `leagueZone` is the zone of a time that has none. */
export function readKickoff(date: string, time: string | undefined, leagueZone: string): Kickoff {
  const [, hour = '', minute = '', zone] = TIME.exec(time ?? NO_TIME) ?? [];
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59)
    return wrong(`时间不对 "${time}"，写 20:45、13:00 UTC-6 或 20:45 CET / the time is none of 20:45, 13:00 UTC-6, 20:45 CET`);
  const clock = `${hour.padStart(2, '0')}:${minute}`;
  if (zone === undefined) return { ok: true, at: zonedTime(date, clock, leagueZone) };
  const minutes = offsetMinutes(zone);
  if (minutes !== undefined) return { ok: true, at: Date.parse(`${date}T${clock}:00Z`) - minutes * 60_000 };
  if (zone.includes('/')) return named(date, clock, zone);
  const places = AMBIGUOUS[zone];
  if (places !== undefined)
    return wrong(
      `时区 "${zone}" 有几种意思（${places.join('、')}），改写 UTC+1 这样的时差或地名 / the zone "${zone}" means several places (${places.join(', ')}); write an offset such as UTC+1, or one of these names`,
    );
  const known = ZONES[zone];
  if (known === undefined)
    return wrong(
      `不认识时区 "${zone}"，改写 UTC+1 或 Europe/London / the zone "${zone}" is not known; write UTC+1 or a name such as Europe/London`,
    );
  const at = Date.parse(`${date}T${clock}:00${known.offset}`);
  if (known.zone !== undefined && zonedTime(date, clock, known.zone) !== at)
    return wrong(
      `${date} 那里的钟不是 ${zone}，改写 UTC+1 这样的时差或 ${known.zone} / on ${date} clocks do not show ${zone}; write an offset such as UTC+1, or ${known.zone}`,
    );
  return { ok: true, at };
}

const wrong = (mistake: string): Kickoff => ({ ok: false, mistake });

function offsetMinutes(zone: string): number | undefined {
  const [all, sign, hours = '0', minutes = '0'] = OFFSET.exec(zone) ?? [];
  if (all === undefined) return undefined;
  const total = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return Math.abs(total) <= MOST_MINUTES ? total : undefined;
}

function named(date: string, clock: string, zone: string): Kickoff {
  try {
    return { ok: true, at: zonedTime(date, clock, zone) };
  } catch {
    return wrong(
      `没有时区 "${zone}"，写 Europe/London 这样的时区名 / there is no zone "${zone}"; write the name of one, such as Europe/London`,
    );
  }
}
