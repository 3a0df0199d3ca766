/** Gauges of the data: issues, settlement, draws and matches, as the database tells them (state.ts). */
import { Gauge, type Registry } from 'prom-client';
import type { DataState } from './state.ts';

/** Writes a state into a gauge. What is not known is left out: an old figure would look like a good one. */
type Write = (now: DataState | undefined) => void;

/** Registers the gauges. The returned function writes a state; undefined: the database did not answer. */
export function dataMetrics(registry: Registry): Write {
  const up = new Gauge({ name: 'caipu_database_up', help: '1 when the database answered this look.', registers: [registry] });
  const one = (name: string, help: string, read: (now: DataState) => number | undefined) => figure(registry, name, help, read);
  const each = (name: string, help: string, label: string, read: (now: DataState) => readonly (readonly [string, number])[]) =>
    figures(registry, name, help, label, read);
  const writes: readonly Write[] = [
    each('caipu_issues', 'Issues by state; those that are over are not counted.', 'state', (now) => Object.entries(now.issues)),
    one('caipu_games_without_issue', 'Games that are played and have no issue on sale or to come.', (now) => now.gamesWithoutIssue),
    one(
      'caipu_settlement_lag_seconds',
      'How long the oldest drawn issue waits to be settled.',
      ({ settlementLagMs }) => settlementLagMs / 1000,
    ),
    one(
      'caipu_match_settlement_lag_seconds',
      'How long the oldest result of a match waits for its bets to be settled.',
      ({ matchLagMs }) => matchLagMs / 1000,
    ),
    one(
      'caipu_feed_lag_seconds',
      'How long the oldest change of a match that is due waits to be written.',
      ({ feedLagMs }) => feedLagMs / 1000,
    ),
    one('caipu_matches_on_sale', 'Matches that are listed by some game.', (now) => now.matchesOnSale),
    one('caipu_draw_lag_seconds', 'How long the oldest issue that is due waits to be drawn.', ({ drawLagMs }) => drawLagMs / 1000),
    each('caipu_quarantined', 'Tickets and issues in quarantine.', 'what', (now) => Object.entries(now.held)),
    one('caipu_database_standbys', 'Synchronous standbys of the database; left out where none is asked for.', (now) => now.standbys),
    each('caipu_last_draw_timestamp_seconds', "A game's last draw, unix time of the game clock.", 'game', (now) =>
      now.lastDraws.map(({ game, at }) => [game, at / 1000]),
    ),
    each('caipu_feed_age_seconds', "Time since a game's last draw.", 'game', (now) =>
      now.lastDraws.map(({ game, at }) => [game, Math.max(0, now.now - at) / 1000]),
    ),
  ];
  return (now) => {
    up.set(now === undefined ? 0 : 1);
    for (const write of writes) write(now);
  };
}

/** A gauge without labels; where `read` answers undefined it has no value. */
function figure(registry: Registry, name: string, help: string, read: (now: DataState) => number | undefined): Write {
  const gauge = new Gauge({ name, help, registers: [registry] });
  return (now) => {
    gauge.remove();
    const value = now && read(now);
    if (value !== undefined) gauge.set(value);
  };
}

/** A gauge with one label; `read` answers each value of the label with its figure. */
function figures(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  read: (now: DataState) => readonly (readonly [value: string, of: number])[],
): Write {
  const gauge = new Gauge({ name, help, labelNames: [label], registers: [registry] });
  return (now) => {
    gauge.reset();
    for (const [value, of] of now === undefined ? [] : read(now)) gauge.set({ [label]: value }, of);
  };
}
