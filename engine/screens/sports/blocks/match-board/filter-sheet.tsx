/** Which matches the list shows, and in which order. Each choice shows at once behind the sheet. */
import { useReadableValue } from '../../../core/use-current.ts';
import { printedNumber } from '../../../../descriptions/sports/conditions.ts';
import type { ReactNode } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Chips } from '../../../kit/chips.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { type Filters, HOURS, NO_FILTERS, ODDS_RANGES, type OfferOrder } from '../../filters.ts';
import type { ListView } from '../../plays.ts';
import { useSport } from '../../use-sport.ts';

export interface FilterSheetProps {
  readonly value: Filters;
  readonly view: ListView;
  readonly onChange: (next: Filters) => void;
  readonly onClose: () => void;
}

const SORTINGS: readonly { readonly value: OfferOrder; readonly label: string }[] = [
  { value: 'time', label: '按时间' },
  { value: 'league', label: '按联赛' },
  { value: 'hot', label: '按热度' },
];

const toggled = (list: readonly string[], value: string): readonly string[] =>
  list.includes(value) ? list.filter((each) => each !== value) : [...list, value];

export default function FilterSheet({ value, view, onChange, onClose }: FilterSheetProps): ReactNode {
  const { book } = useSport();
  const { sport } = useReadableValue(useSport().version);
  const offers = book.ids().flatMap((id) => book.offer(id) ?? []);
  const leagues = [...(book.listing()?.leagues.values() ?? [])].map((league) => ({
    ...league,
    count: offers.filter((offer) => offer.league === league.code).length,
  }));
  const five = leagues.filter((league) => league.five).map(({ code }) => code);
  const [number] = sport.numbers;
  const numbers = number
    ? [...new Set(offers.map((offer) => offer.numbers[number.code] ?? ''))].filter(Boolean).sort((a, b) => Number(a) - Number(b))
    : [];
  const set = (change: Partial<Filters>): void => onChange({ ...value, ...change });
  const isFive = five.length > 0 && five.length === value.leagues.length && five.every((code) => value.leagues.includes(code));
  return (
    <Sheet
      open
      onClose={onClose}
      title="筛选赛事"
      footer={
        <>
          <Button onClick={() => onChange({ ...NO_FILTERS, sorting: value.sorting })}>清除</Button>
          <Button variant="primary" onClick={onClose}>
            完成
          </Button>
        </>
      }
    >
      <div className="match-filter">
        <Chips label="排序" chips={SORTINGS} value={value.sorting} onChange={(sorting) => set({ sorting: sorting as OfferOrder })} />
        <fieldset className="match-filter__group">
          <legend>只看</legend>
          <Toggle on={value.singles} label="单关" onPress={() => set({ singles: !value.singles })} />
          <Toggle on={value.favourites} label="关注的" onPress={() => set({ favourites: !value.favourites })} />
          {five.length > 0 ? <Toggle on={isFive} label="五大联赛" onPress={() => set({ leagues: isFive ? [] : five })} /> : null}
        </fieldset>
        <fieldset className="match-filter__group">
          <legend>联赛</legend>
          {leagues
            .filter(({ code, count }) => count > 0 || value.leagues.includes(code))
            .map(({ code, short, count }) => (
              <Toggle
                key={code}
                on={value.leagues.includes(code)}
                label={`${short} ${count}`}
                onPress={() => set({ leagues: toggled(value.leagues, code) })}
              />
            ))}
        </fieldset>
        {numbers.length > 1 && numbers.length <= 12 && number ? (
          <fieldset className="match-filter__group">
            <legend>{number.name}</legend>
            {numbers.map((each) => (
              <Toggle
                key={each}
                on={value.numbers.includes(each)}
                label={printedNumber(number, each)}
                onPress={() => set({ numbers: toggled(value.numbers, each) })}
              />
            ))}
          </fieldset>
        ) : null}
        <fieldset className="match-filter__group">
          <legend>最低赔率（{view.row[0]?.name ?? '胜平负'}）</legend>
          {ODDS_RANGES.map((each) => (
            <Toggle
              key={each.value}
              on={value.odds === each.value}
              label={each.label}
              onPress={() => set({ odds: value.odds === each.value ? '' : each.value })}
            />
          ))}
        </fieldset>
        <fieldset className="match-filter__group">
          <legend>开赛时间</legend>
          {HOURS.map((each) => (
            <Toggle
              key={each.value}
              on={value.hours === each.value}
              label={each.label}
              onPress={() => set({ hours: value.hours === each.value ? '' : each.value })}
            />
          ))}
        </fieldset>
      </div>
    </Sheet>
  );
}

function Toggle({ on, label, onPress }: { readonly on: boolean; readonly label: string; readonly onPress: () => void }): ReactNode {
  return (
    <button type="button" className="match-filter__toggle" aria-pressed={on} onClick={onPress}>
      {label}
    </button>
  );
}
