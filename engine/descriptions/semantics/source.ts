/** Games whose numbers follow from another game's draw: by themselves, and among the others. */
import { canonicalJson } from '../canonical.ts';
import type { DerivedNumber, DrawSource, FamilyDescription, GameDescription, Schedule, Zone } from '../types.ts';
import { derivedDraws } from '../../rules/derived-draws.ts';
import { Budget, MOST_STEPS, withinBudget } from '../../rules/budget.ts';
import { visitDraws } from '../../rules/draw-space.ts';
import { checkPlace, checkZones, type Zones, zonesOf } from './draw.ts';
import { type ReportFinding, collectFindings, unknownNameDetails } from './report.ts';

/** What a game must know of the one that it follows. */
export interface SourceGame {
  readonly zones: readonly Zone[];
  readonly schedule: Schedule;
  readonly issues: number;
  /** It follows another one itself. */
  readonly derived: boolean;
}

export function sourceGameOf(game: GameDescription, family: FamilyDescription | null | undefined): SourceGame | undefined {
  const zones = (game.draw ?? family?.draw)?.zones;
  if (zones === undefined) return undefined;
  return { zones, schedule: game.schedule, issues: game.caps.issues ?? 1, derived: game.source !== undefined };
}

/** `zones`: what the game itself has. */
export function checkSource(add: ReportFinding, source: DrawSource, zones: Zones): void {
  const before = collectFindings((inner) => checkNumbers(inner, source, zones));
  for (const { code, pointer, details } of before) add(code, pointer, details);
  if (before.length > 0) return;
  if (!withinBudget(() => void derivedDraws(source, new Budget(MOST_STEPS), visitDraws))) add('SOURCE_COSTLY', '/source/numbers');
}

function checkNumbers(add: ReportFinding, source: DrawSource, zones: Zones): void {
  checkZones(add, source.zones, '/source/zones');
  const theirs = zonesOf(source.zones);
  for (const name of Object.keys(source.numbers))
    if (!zones.has(name)) add('ZONE_UNKNOWN', `/source/numbers/${name}`, unknownNameDetails(name, zones.keys()));
  const ranked = new Set<string>();
  let placed = false;
  for (const zone of zones.values()) {
    const list = source.numbers[zone.id] ?? [];
    const at = `/source/numbers${list.length > 0 ? `/${zone.id}` : ''}`;
    if (list.length !== zone.pick) add('SOURCE_ZONE', at, { zone: zone.id, wanted: zone.pick, found: list.length });
    if (zone.kind !== 'digits') add('SOURCE_KIND', at, { zone: zone.id, kind: zone.kind });
    for (const [index, one] of list.entries()) {
      const from = theirs.get(one.zone);
      if (from === undefined) {
        add('ZONE_UNKNOWN', `${at}/${index}/zone`, unknownNameDetails(one.zone, theirs.keys()));
        continue;
      }
      const bounds = boundsOf(add, one, from, `${at}/${index}`);
      if (!bounds) continue;
      if (one.ranks) ranked.add(from.id);
      else placed = true;
      if (bounds.least < zone.from || bounds.most > zone.to)
        add('SOURCE_RANGE', `${at}/${index}`, { ...bounds, zone: zone.id, from: zone.from, to: zone.to });
    }
  }
  if (ranked.size > 1 || (ranked.size > 0 && placed)) add('SOURCE_MIXED', '/source/numbers');
}

/** The least and the most that a number can be; not what every one of them is, which the chances say. */
function boundsOf(add: ReportFinding, one: DerivedNumber, zone: Zone, at: string): { least: number; most: number } | undefined {
  const wanted = zone.kind === 'set' ? 'ranks' : 'places';
  if ((one.ranks === undefined) === (one.places === undefined) || one[wanted] === undefined) {
    add('SOURCE_NUMBER', at, { zone: zone.id, kind: zone.kind, wanted });
    return undefined;
  }
  const past = (one.ranks ?? []).findIndex((rank) => rank > zone.pick);
  if (past >= 0) {
    add('RANK_PAST', `${at}/ranks/${past}`, { count: zone.pick, nth: one.ranks?.[past] ?? 0 });
    return undefined;
  }
  const known = (one.places ?? []).map((place, index) => checkPlace(add, zone, place, `${at}/places/${index}`));
  if (known.includes(false)) return undefined;
  const { plus = 0 } = one;
  if (one.mod !== undefined) return { least: plus, most: one.mod - 1 + plus };
  const { length } = one.ranks ?? one.places ?? [];
  const least = one.ranks ? one.ranks.reduce((sum, rank) => sum + zone.from + rank - 1, 0) : zone.from * length;
  const most = one.ranks ? one.ranks.reduce((sum, rank) => sum + zone.to - (zone.pick - rank), 0) : zone.to * length;
  return { least: least + plus, most: most + plus };
}

/** Among the other games; null for one whose file is there and cannot be read. */
export function sourceFindings(game: GameDescription, games: ReadonlyMap<string, SourceGame | null>) {
  const { source } = game;
  if (source === undefined) return [];
  const found = games.get(source.game);
  // The fault of that file is said there.
  if (found === null) return [];
  return collectFindings((add) => {
    if (found === undefined || found.derived || source.game === game.code) {
      const others = [...games].flatMap(([code, one]) => (one?.derived === false && code !== game.code ? [code] : []));
      add('SOURCE_GAME', '/source/game', unknownNameDetails(source.game, others));
      return;
    }
    const name = source.game;
    const drawn = (zones: readonly Zone[]) =>
      canonicalJson(
        zones.map(({ id, kind, from, to, pick, excludes, places }) => [
          id,
          kind,
          from,
          to,
          pick,
          excludes ?? '',
          (places ?? []).map((place) => place.id),
        ]),
      );
    if (drawn(found.zones) !== drawn(source.zones)) add('SOURCE_DRAW', '/source/zones', { name });
    const times = (schedule: Schedule) => canonicalJson({ ...schedule, closeBeforeSeconds: 0 });
    if (times(found.schedule) !== times(game.schedule)) add('SOURCE_SCHEDULE', '/schedule', { name });
    const issues = game.caps.issues ?? 1;
    if (issues > found.issues) add('SOURCE_ISSUES', '/caps/issues', { name, issues, known: found.issues });
  });
}
