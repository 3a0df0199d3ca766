import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Sheet } from '../../kit/sheet.tsx';
import { checkPeriod, isDay, monthPeriod, type Period } from './days.ts';
import './period-sheet.css';

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

/** A month, or the first and the last day. Nothing before `min` ('' for no bound) and nothing after today. */
export default function PeriodSheet({
  title,
  period,
  min,
  today,
  onChoose,
  onClose,
}: {
  readonly title: string;
  readonly period: Period;
  readonly min: string;
  readonly today: string;
  readonly onChoose: (period: Period) => void;
  readonly onClose: () => void;
}): ReactNode {
  const id = useId();
  const [days, setDays] = useState(period);
  const [submitted, setSubmitted] = useState(false);
  const yearOf = (day: string): number => Number((isDay(day) ? day : today).slice(0, 4));
  const [year, setYear] = useState(yearOf(period.from));
  const wrong = checkPeriod(days, min, today);
  const complaint = submitted ? wrong : '';
  const submit = (): void => {
    if (wrong) setSubmitted(true);
    else onChoose(days);
  };
  return (
    <Sheet
      open
      title={title}
      onClose={onClose}
      footer={
        <Button variant="primary" wide onClick={submit}>
          确定
        </Button>
      }
    >
      <div className="period">
        <div className="period__year">
          <button
            type="button"
            className="icon-button"
            aria-label="上一年"
            disabled={min !== '' ? year <= yearOf(min) : year <= 2000}
            onClick={() => setYear(year - 1)}
          >
            <Icon name="back" size={20} />
          </button>
          <span className="tabular" role="status">
            {year} 年
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label="下一年"
            disabled={year >= yearOf(today)}
            onClick={() => setYear(year + 1)}
          >
            <Icon name="next" size={20} />
          </button>
        </div>
        <fieldset className="period__months">
          <legend className="visually-hidden">月份</legend>
          {MONTHS.map((month) => {
            const whole = monthPeriod(year, month, min, today);
            const chosen = whole !== undefined && whole.from === days.from && whole.to === days.to;
            return (
              <button
                key={month}
                type="button"
                className="chip period__month tabular"
                aria-label={`${year} 年 ${month} 月`}
                aria-pressed={chosen}
                disabled={whole === undefined}
                onClick={() => whole && onChoose(whole)}
              >
                {month} 月
              </button>
            );
          })}
        </fieldset>
        <div className={complaint ? 'period__days field--wrong' : 'period__days'}>
          {(
            [
              ['from', '开始日期'],
              ['to', '结束日期'],
            ] as const
          ).map(([name, label]) => (
            <div className="field" key={name}>
              <label className="field__label" htmlFor={`${id}-${name}`}>
                {label}
              </label>
              <div className="field__box">
                <input
                  id={`${id}-${name}`}
                  name={name}
                  type="date"
                  className="field__input tabular"
                  value={days[name]}
                  min={min || undefined}
                  max={today}
                  aria-invalid={complaint !== '' || undefined}
                  aria-describedby={complaint ? `${id}-wrong` : undefined}
                  onChange={(event) => setDays({ ...days, [name]: event.currentTarget.value })}
                />
              </div>
            </div>
          ))}
        </div>
        {complaint ? (
          <p className="field__error" id={`${id}-wrong`} role="alert">
            {complaint}
          </p>
        ) : null}
      </div>
    </Sheet>
  );
}
