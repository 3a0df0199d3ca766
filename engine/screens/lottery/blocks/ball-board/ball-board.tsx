/** The board of the chosen play: its areas, and in them the numbers and options to pick. */
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo } from 'react';
import { numberSign, toneOf } from '../../../../descriptions/tones.ts';
import type { Area as AreaDescription, NumbersArea, PickedValue, Play, QuickPick, Tone } from '../../../../descriptions/types.ts';
import { BALL } from '../../../../machines/ball-selection.ts';
import { isDataSaverOn, onIdleAfterLoad } from '../../../core/idle-callback.ts';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { useReadableValue, useSelected } from '../../../core/use-current.ts';
import { Ball } from '../../../kit/balls.tsx';
import { countRender } from '../../../core/render-counter.ts';
import type { BallCell } from '../../cells.ts';
import { figureName, timesDrawn, useFigures } from '../../number-statistics.ts';
import { NO_GAME_PAGE, usePastDraws } from '../../past-draws.ts';
import { playsOf } from '../../runtime.ts';
import { areaNote, optionCaptions, padded, repeatOf } from '../../text.ts';
import { useBoard, useGame, useVersion } from '../../use-game.ts';
import { BOARD_ID } from '../play-tabs/play-tabs.tsx';
import '../parts/game-layout.css';
import './ball-board.css';

// Typed bets are read by code of their own, which most players never need.
const LinesField = lazyPart(() => import('./lines-field.tsx'), <div className="board-typed" aria-busy="true" />);
// So are sets of numbers, which one kind of game has.
const SetsField = lazyPart(() => import('./sets-field.tsx'), <div className="board-sets" aria-busy="true" />);

const QUICK: Readonly<Record<QuickPick, { readonly text: string; readonly name: string }>> = {
  all: { text: '全', name: '全选' },
  big: { text: '大', name: '选大号' },
  small: { text: '小', name: '选小号' },
  odd: { text: '奇', name: '选奇数' },
  even: { text: '偶', name: '选偶数' },
  clear: { text: '清', name: '清除' },
};

export default function BallBoard(): ReactNode {
  const { play, name } = useBoard();
  countRender('board');
  const { game, rules } = useVersion();
  const typed = useMemo(() => playsOf(game).some(({ areas }) => areas.some(({ kind }) => kind === 'lines')), [game]);
  useEffect(() => (typed && !isDataSaverOn() ? onIdleAfterLoad(LinesField.preload) : undefined), [typed]);
  const figured = play.areas.find(
    (area) => area.kind === 'numbers' && area.omission && !optionCaptions(play, area, (line) => rules.linePrize(game, play, line)),
  );
  return (
    <div className="board" id={BOARD_ID} role="tabpanel" aria-label={`${name}选号`}>
      {play.areas.map((area) => (
        <Area key={`${play.code}/${area.id}`} play={play} area={area} figured={area === figured} />
      ))}
    </div>
  );
}

interface AreaProps {
  readonly play: Play;
  readonly area: AreaDescription;
  /** The first of the areas with figures says what they are. */
  readonly figured: boolean;
}

/** What the figures under the balls are; the head of the page has the switch for them. */
function FiguresName(): ReactNode {
  const [choice] = useFigures();
  const name = figureName(choice);
  return name === '' ? null : <span className="board-area__note">{name}</span>;
}

const Area = memo(function Area({ play, area, figured }: AreaProps): ReactNode {
  countRender(`area:${area.id}`);
  const { selection } = useGame();
  const { game, rules } = useVersion();
  const need = useSelected(selection, ({ context }) => context.areas.find((each) => each.id === area.id)?.need ?? area.min);
  const note = areaNote(area, need);
  const notes = useMemo(() => optionCaptions(play, area, (line) => rules.linePrize(game, play, line)), [rules, game, play, area]);
  const row = area.kind === 'options' && area.options.length <= 4 && (play.areas.length > 1 || area.options.length > 1);
  return (
    <fieldset className={`board-area${row ? ' board-area--row' : ''}`} aria-label={note ? `${area.label}，${note}` : area.label}>
      <div className="board-area__head" aria-hidden={area.kind === 'options' || undefined}>
        <span className="board-area__label">
          {area.label}
          {note ? <span className="board-area__note">{note}</span> : null}
          {figured ? <FiguresName /> : null}
        </span>
        {area.kind === 'numbers' && area.bankers ? <BankerMode area={area} /> : null}
        {area.kind === 'numbers' && area.quick?.length ? (
          <span className="board-quick">
            {area.quick.map((pick) => (
              <button
                key={pick}
                type="button"
                aria-label={`${area.label}${QUICK[pick].name}`}
                onClick={() => selection.send({ type: 'QUICK', area: area.id, pick })}
              >
                <span>{QUICK[pick].text}</span>
              </button>
            ))}
          </span>
        ) : null}
      </div>
      {area.kind === 'numbers' && !area.by ? <Numbers area={area} notes={notes} repeat={repeatOf(play, area)} /> : null}
      {area.kind === 'numbers' && area.by ? <SetsField area={area} by={area.by} /> : null}
      {area.kind === 'options' ? <Options area={area} notes={notes} /> : null}
      {area.kind === 'lines' ? <LinesField play={play} area={area} /> : null}
    </fieldset>
  );
});

function BankerMode({ area }: { readonly area: NumbersArea }): ReactNode {
  const { selection } = useGame();
  const on = useSelected(selection, ({ context }) => context.bankerMode[area.id] === true);
  const choose = (next: boolean) => selection.send({ type: 'BANKER_MODE', area: area.id, on: next });
  return (
    <fieldset className="board-mode" aria-label={`${area.label}点选为`}>
      <button type="button" aria-pressed={on} onClick={() => choose(true)}>
        胆码
      </button>
      <button type="button" aria-pressed={!on} onClick={() => choose(false)}>
        拖码
      </button>
    </fieldset>
  );
}

type Notes = ReadonlyMap<PickedValue, string> | undefined;

interface NumbersProps {
  readonly area: NumbersArea;
  readonly notes: Notes;
  /** How often each number stands in what it means: three dice for 三同号. */
  readonly repeat: number;
}

function Numbers({ area, notes, repeat }: NumbersProps): ReactNode {
  countRender(`numbers:${area.id}`);
  const { page, cells: balls } = useGame();
  const { rules, game } = useVersion();
  const zone = area.tonesOf === undefined ? undefined : game.draw.zones.find(({ id }) => id === area.tonesOf);
  // A draw changes the figures of every cell, and comes with its stage: they follow in the time that frames and taps leave.
  // An area without figures does not look at draws at all.
  const omission = useDeferredValue(useReadableValue(area.omission ? page : NO_GAME_PAGE)?.omission);
  const [{ figures, span }] = useFigures();
  const counted = area.omission && !notes && figures !== 'none';
  const draws = usePastDraws(counted && figures === 'hot' ? span : 0);
  const missed = useMemo(() => {
    if (!area.omission || !counted) return undefined;
    if (figures === 'omission') return omission?.[rules.omissionKey(area.omission)];
    if (!draws) return undefined;
    const times = timesDrawn(game.draw.zones, area.omission, draws);
    return Object.fromEntries(Array.from({ length: area.to - area.from + 1 }, (_, i) => [area.from + i, times.get(area.from + i) ?? 0]));
  }, [area, counted, figures, omission, draws, rules, game]);
  // The lanes of a race have their colours on the board too.
  const cars = game.draw.zones.find(({ id }) => id === area.omission?.zone)?.look === 'car';
  const most = missed ? Math.max(...Object.values(missed)) : 0;
  const layout = notes && area.layout !== 'dice' ? 'tiles' : (area.layout ?? 'grid');
  const cells: ReactNode[] = [];
  for (let value = area.from; value <= area.to; value++) {
    const times = missed?.[String(value)];
    const { tone, label } = toneOf(zone ?? area, value);
    const sign = zone && numberSign(zone, value);
    // While figures are on their way their line is kept free, so that nothing jumps when they come.
    const figure = notes?.get(value) ?? (counted ? (times === undefined ? '\u00a0' : String(times)) : undefined);
    const spoken =
      times === undefined ? (notes?.get(value) ?? '') : figures === 'hot' ? `近 ${span} 期开出 ${times} 次` : `遗漏 ${times} 期`;
    cells.push(
      <Cell
        key={value}
        cell={balls.cell(area.id, value)}
        area={area.id}
        areaLabel={area.label}
        value={value}
        text={padded(value, area.pad)}
        look={layout}
        repeat={repeat}
        car={cars}
        tone={tone}
        // The ball shows the colour of a number with a sign. Only its spoken name has the colour in words.
        mark={sign}
        note={label === undefined || sign !== undefined ? figure : [label, figure].filter(Boolean).join(' ')}
        spoken={[`${label ?? ''}${sign ?? ''}`, spoken].filter(Boolean).join('，')}
        most={times !== undefined && times > 0 && times === most}
      />,
    );
  }
  const narrow = layout === 'grid' && area.to - area.from < 10 ? ' board-grid--ten' : '';
  return <div className={`board-grid board-grid--${layout}${narrow}${repeat > 1 ? ' board-grid--repeat' : ''}`}>{cells}</div>;
}

function Options({ area, notes }: { readonly area: Extract<AreaDescription, { kind: 'options' }>; readonly notes: Notes }): ReactNode {
  const { cells } = useGame();
  return (
    <div className="board-grid board-grid--options">
      {area.options.map((option) => {
        const note = [option.note, notes?.get(option.value)].filter(Boolean).join(' ') || undefined;
        return (
          <Cell
            key={option.value}
            cell={cells.cell(area.id, option.value)}
            area={area.id}
            areaLabel={area.label}
            value={option.value}
            text={option.label}
            look="tiles"
            tone={area.tone ?? 'red'}
            note={note}
            spoken={note ?? ''}
            most={false}
          />
        );
      })}
    </div>
  );
}

interface CellProps {
  readonly cell: BallCell;
  readonly area: string;
  readonly areaLabel: string;
  readonly value: PickedValue;
  readonly text: string;
  readonly look: 'grid' | 'digits' | 'dice' | 'tiles';
  readonly repeat?: number;
  readonly car?: boolean;
  readonly tone: Tone;
  /** What the number is (马), where it is something. */
  readonly mark?: string | undefined;
  readonly note: string | undefined;
  readonly spoken: string;
  readonly most: boolean;
}

/** One number or option. It wakes for its own state alone, and reads no context: one tap renders one cell. */
const Cell = memo(function Cell({
  cell,
  area,
  areaLabel,
  value,
  text,
  look,
  repeat = 1,
  car,
  tone,
  mark,
  note,
  spoken,
  most,
}: CellProps): ReactNode {
  countRender(`cell:${area}/${value}`);
  const state = useReadableValue(cell);
  const name = `${areaLabel} ${text}${state === BALL.banker ? '，胆码' : ''}${spoken && `，${spoken}`}`;
  return (
    <button
      type="button"
      className={`pick${look === 'tiles' ? ' pick--tile' : ''}${state === BALL.banker ? ' cur-dan' : state === BALL.selected ? ' cur' : ''}`}
      aria-pressed={state !== BALL.none}
      aria-label={name}
      onClick={cell.tap}
    >
      <span
        className={`pick__ball ${car ? `pick__ball--car car-${value}` : `tone-${tone}`}${look === 'dice' ? ' pick__ball--die' : ''}${repeat > 1 ? ' pick__ball--dice' : ''}`}
      >
        {look === 'dice' && typeof value === 'number'
          ? Array.from({ length: repeat }, (_, nth) => <Ball key={nth} value={value} look="die" tone={tone} />)
          : text}
      </span>
      {mark === undefined ? null : <span className="pick__mark">{mark}</span>}
      {note === undefined ? null : <span className={`pick__note${most ? ' pick__note--most' : ''}`}>{note}</span>}
    </button>
  );
});
