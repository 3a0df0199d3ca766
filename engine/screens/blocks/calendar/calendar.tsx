import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { CalendarBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useHost, useScreen, useScreenState } from '../../core/hooks.ts';
import { ErrorState } from '../../kit/error-state.tsx';
import { Icon } from '../../kit/icon.tsx';
import { scopeOf, toneClass } from '../parts/tone.ts';
import { Section } from '../parts/section.tsx';
import { useReady } from '../parts/use-ready.ts';
import { dayAtOffset, isDay, isMonth, plusDays, plusMonths, monthWeeks } from './days.ts';
import './calendar.css';

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'];
const STEP: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

interface Mark {
  readonly text: string;
  readonly tone: string;
}

/** A month of days with marks. Today is the server's, by the product's wall clock. */
export default function Calendar({ block }: BlockProps<CalendarBlock>): ReactNode {
  const screen = useScreen();
  const host = useHost();
  const grid = useRef<HTMLTableElement>(null);
  const [chosen = '', choose] = useScreenState(block.name);
  const [keptMonth, keepMonth] = useScreenState(block.month);
  const [ownMonth, setOwnMonth] = useState('');
  const [focused, setFocused] = useState('');
  const { status, error, reload } = useReady([block.days]);

  const today = dayAtOffset(host.now(), host.offsetMinutes ?? 0);
  const wanted = (block.month === undefined ? ownMonth : keptMonth) || chosen.slice(0, 7);
  const month = wanted && isMonth(wanted) ? wanted : today.slice(0, 7);
  const [from, to] = [screen.text(block.from), screen.text(block.to)];
  const within = (day: string): boolean => (!isDay(from) || day >= from) && (!isDay(to) || day <= to);
  const [first, last] = [`${month}-01`, plusDays(`${plusMonths(month, 1)}-01`, -1)];
  const marks = marksOf(block, screen);
  const weeks = monthWeeks(month);
  // One day is in the way of the Tab key: the one that was moved to, the chosen one, today, or the first.
  const inMonth = [focused, chosen, today].find((day) => day.startsWith(month) && within(day));
  const tabStop = inMonth ?? weeks.flat().find((day) => day !== '' && within(day));

  const show = (next: string): void => (block.month === undefined ? setOwnMonth(next) : keepMonth(next));
  const press = (day: string): void => {
    setFocused(day);
    choose(day);
    if (block.action) void screen.act(block.action, { day });
  };
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = STEP[event.key];
    const from = (event.target as HTMLElement).dataset.day;
    if (!step || !from) return;
    event.preventDefault();
    const day = plusDays(from, step);
    if (!day.startsWith(month) || !within(day)) return;
    setFocused(day);
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  };

  return (
    <Section title={screen.text(block.title)}>
      <div className="card calendar" aria-busy={status === 'loading' || undefined}>
        <div className="calendar__head">
          <button
            type="button"
            className="icon-button"
            aria-label="上一月"
            disabled={!within(plusDays(first, -1))}
            onClick={() => show(plusMonths(month, -1))}
          >
            <Icon name="back" size={20} />
          </button>
          <p className="calendar__month tabular" aria-live="polite">
            {monthName(month)}
          </p>
          <button
            type="button"
            className="icon-button"
            aria-label="下一月"
            disabled={!within(plusDays(last, 1))}
            onClick={() => show(plusMonths(month, 1))}
          >
            <Icon name="next" size={20} />
          </button>
        </div>
        <table className="calendar__grid" ref={grid} onKeyDown={move}>
          <caption className="visually-hidden">{monthName(month)}</caption>
          <thead>
            <tr>
              {WEEKDAYS.map((name) => (
                <th key={name} scope="col">
                  <span className="visually-hidden">星期</span>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week, nth) => (
              <tr key={`${month} ${nth}`}>
                {week.map((day, at) => (
                  <td key={day || at}>
                    {day === '' ? null : (
                      <Day
                        day={day}
                        mark={marks.get(day)}
                        today={day === today}
                        // A calendar without a name is only looked at.
                        pressed={block.name === undefined ? undefined : day === chosen}
                        disabled={!within(day)}
                        tabStop={day === tabStop}
                        onPress={block.name === undefined && !block.action ? undefined : press}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {status === 'error' ? <ErrorState text={error ?? '加载失败'} onRetry={reload} inline /> : null}
      </div>
    </Section>
  );
}

function marksOf(block: CalendarBlock, screen: ReturnType<typeof useScreen>): ReadonlyMap<string, Mark> {
  const { mark } = block;
  const days = screen.value(block.days);
  if (!mark || !Array.isArray(days)) return new Map();
  return new Map(
    days.map((record): [string, Mark] => {
      const scope = scopeOf(record);
      return [screen.text(mark.day, scope), { text: screen.text(mark.text, scope), tone: screen.text(mark.tone, scope) }];
    }),
  );
}

const monthName = (month: string): string => `${Number(month.slice(0, 4))} 年 ${Number(month.slice(5))} 月`;

function Day({
  day,
  mark,
  today,
  pressed,
  disabled,
  tabStop,
  onPress,
}: {
  readonly day: string;
  readonly mark: Mark | undefined;
  readonly today: boolean;
  readonly pressed: boolean | undefined;
  readonly disabled: boolean;
  readonly tabStop: boolean;
  readonly onPress: ((day: string) => void) | undefined;
}): ReactNode {
  const name = `${Number(day.slice(5, 7))} 月 ${Number(day.slice(8))} 日${mark ? `，${mark.text}` : ''}`;
  const content = (
    <>
      <span className="calendar__number">{Number(day.slice(8))}</span>
      <span className={`calendar__mark ${toneClass(mark?.tone ?? '')}`}>{mark?.text ?? ''}</span>
    </>
  );
  const classes = ['calendar__day', today && 'calendar__day--today', mark && 'calendar__day--marked'].filter(Boolean).join(' ');
  if (!onPress)
    return (
      <span className={classes} aria-current={today ? 'date' : undefined}>
        {content}
      </span>
    );
  return (
    <button
      type="button"
      className={classes}
      data-day={day}
      aria-label={name}
      aria-pressed={pressed}
      aria-current={today ? 'date' : undefined}
      disabled={disabled}
      tabIndex={tabStop ? 0 : -1}
      onClick={() => onPress(day)}
    >
      {content}
    </button>
  );
}
