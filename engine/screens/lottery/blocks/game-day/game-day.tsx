import { type ReactNode, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { IndexedGame } from '../../../../descriptions/types.ts';
import type { GameDayBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useHost, useScreen, useScreenState } from '../../../core/hooks.ts';
import { Icon } from '../../../kit/icon.tsx';
import { formatInstant } from '../../../../descriptions/screens/time.ts';
import { gamesOf } from '../../../blocks/parts/games-of.ts';
import './game-day.css';
import { DAY_MS } from '../../../../descriptions/time-units.ts';

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** Which game, which day: for results that come too often to page through. */
export default function GameDay({ block }: BlockProps<GameDayBlock>): ReactNode {
  const host = useHost();
  const screen = useScreen();
  const { current } = useSnapshot(host.index);
  const games = gamesOf(current.games as readonly IndexedGame[], block.section);
  const [game = '', setGame] = useScreenState(block.game);
  const [day = '', setDay] = useScreenState(block.day);
  const today = formatInstant(host.now(), host.offsetMinutes ?? 0, 'day') ?? '';
  const wanted = screen.query[block.game]?.toLowerCase();
  const first = (games.find(({ code }) => code.toLowerCase() === wanted) ?? games[0])?.code ?? '';
  const linked = screen.query[block.day] ?? '';
  const firstDay = isDay(linked) && linked <= today ? linked : today;
  useEffect(() => {
    if (game === '' && first !== '') setGame(first);
    if (day === '') setDay(firstDay);
  }, [game, day, first, firstDay, setGame, setDay]);
  const move = (days: number): void => {
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
    if (next <= today) setDay(next);
  };
  return (
    <div className={game === '' || day === '' ? 'game-day choosing' : 'game-day'}>
      {/* What is about to be chosen is shown from the first frame: the fields do not change their width a moment later. */}
      <select aria-label="彩种" value={game || first} onChange={(event) => setGame(event.target.value)}>
        {games.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <span className="game-day__day">
        <button type="button" className="icon-button" aria-label="前一天" onClick={() => move(-1)}>
          <Icon name="back" size={20} />
        </button>
        <input
          type="date"
          aria-label="日期"
          max={today}
          value={day || firstDay}
          onChange={(event) => {
            // A date that is half typed, or yet to come, is no day to look at.
            if (isDay(event.target.value) && event.target.value <= today) setDay(event.target.value);
          }}
        />
        <button type="button" className="icon-button" aria-label="后一天" aria-disabled={day >= today || undefined} onClick={() => move(1)}>
          <Icon name="next" size={20} />
        </button>
      </span>
    </div>
  );
}
