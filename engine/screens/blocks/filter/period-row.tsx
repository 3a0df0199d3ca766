import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { FilterPeriod } from '../../../descriptions/generated/screen.ts';
import { useHost, useScreen, useScreenState, useScreenStore } from '../../core/hooks.ts';
import { useChosenInView } from '../../kit/use-chosen-in-view.ts';
import { dayAtOffset, isDay, type Period, periodText, presetPeriods } from './days.ts';

const PeriodSheet = lazy(() => import('./period-sheet.tsx'));

/** Periods that are often wanted, and a sheet for any other. */
export function PeriodRow({ period }: { readonly period: FilterPeriod }): ReactNode {
  const host = useHost();
  const store = useScreenStore();
  const screen = useScreen();
  const [open, setOpen] = useState(false);
  const row = useRef<HTMLFieldSetElement>(null);
  const [from = ''] = useScreenState(period.from);
  const [to = ''] = useScreenState(period.to);
  useChosenInView(row, `${from}/${to}`);
  const dayNow = (): string => dayAtOffset(host.now(), host.offsetMinutes ?? 0);
  const today = dayNow();
  const least = screen.text(period.min);
  const min = isDay(least) ? least : '';
  const label = screen.text(period.label);
  // Both in one step: the list is asked for once.
  const choose = (next: Period): void => store.setStates({ [period.from]: next.from, [period.to]: next.to });
  const is = (one: Period): boolean => one.from === from && one.to === to;
  const none = from === '' && to === '';
  const presetsOn = (day: string) => presetPeriods(period.presets, day, min);
  const presets = presetsOn(today);
  // Where `min` cuts two presets to the same days, the shorter one is chosen.
  const preset = presets.find((one) => is(one.period));
  const custom = !none && !preset;
  return (
    <>
      <fieldset ref={row} className="chips">
        <legend className="visually-hidden">{label}</legend>
        <button type="button" className="chip" aria-pressed={none} onClick={() => choose({ from: '', to: '' })}>
          {screen.text(period.all) || '全部'}
        </button>
        {presets.map((one) => (
          <button
            key={one.label}
            type="button"
            className="chip"
            aria-pressed={one === preset}
            // By the clock of the tap: a page that slept over midnight may not have been drawn since.
            onClick={() => choose((presetsOn(dayNow()).find(({ label: name }) => name === one.label) ?? one).period)}
          >
            {one.label}
          </button>
        ))}
        <button type="button" className="chip tabular" aria-pressed={custom} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {custom ? periodText({ from, to }, today) : '选择日期'}
        </button>
      </fieldset>
      {open ? (
        <Suspense>
          <PeriodSheet
            title={label}
            period={{ from, to }}
            min={min}
            today={today}
            onChoose={(next) => {
              choose(next);
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
