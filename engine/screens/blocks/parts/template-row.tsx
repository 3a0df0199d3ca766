import { lazy, memo, type ReactNode, Suspense, useContext, useMemo } from 'react';
import type { Action, Expression, RowDescription, Text } from '../../../descriptions/generated/screen.ts';
import type { Scope } from '../../core/contract.ts';
import { ScopeContext, useDependencies, useScreen, useScreenStore } from '../../core/hooks.ts';
import { dependenciesOfPart, readsNothing } from '../../core/plan.ts';
import { itemScope } from '../../core/idempotent-calls.ts';
import { type ActionState, IN_DOUBT_TEXT, useAction } from '../../core/use-action.ts';
import type { Tone } from '../../../descriptions/types.ts';
import { GameEmblem } from '../../kit/emblem.tsx';
import { Icon, isIconName } from '../../kit/icon.tsx';
import { wholeDays } from '../../kit/whole-days.tsx';
import { ActionButton, useShown } from './action-button.tsx';
import Bar from '../progress/bar.tsx';
import { Marks } from './marks.tsx';
import { toneClass } from './tone.ts';
import './template-row.css';

/** Most rows have no swipe actions, no switch and no numbers, so the code of these is in separate chunks. */
const Swipe = lazy(() => import('../rows/swipe.tsx'));
const SwitchRow = lazy(() => import('../rows/switch-row.tsx'));
const RowNumbers = lazy(() => import('./row-numbers.tsx'));

export interface TemplateRowProps {
  readonly row: RowDescription;
  readonly record: unknown;
  /** Its place in the list, from 0. */
  readonly index: number;
  /** Identifies the record in its list. */
  readonly name: string;
}

/** Actions that take effect at once, so a row never shows a state for them. */
const AT_ONCE: ReadonlySet<Action['do']> = new Set(['navigate', 'back', 'game', 'menu', 'target', 'open', 'close', 'set']);

/** True for a row that depends on its record alone, as most do: it needs no subscription. */
export const isStaticRow = (row: RowDescription): boolean =>
  !(row.swipe ?? row.actions ?? row.switch) && readsNothing(dependenciesOfPart(row)) && (!row.action || AT_ONCE.has(row.action.do));

/** A row of a list: the templates of `row`, filled from the record. With an action the row is a button. */
export const TemplateRow = memo(function TemplateRow({ row, record, index, name }: TemplateRowProps): ReactNode {
  const outer = useContext(ScopeContext);
  const scope = useMemo(() => itemScope(outer, record, index, name), [outer, record, index, name]);
  const store = useScreenStore();
  if (isStaticRow(row)) {
    const { action } = row;
    return (
      <RowContent
        row={row}
        text={(text) => store.text(text, scope)}
        value={(expression) => store.value(expression, scope)}
        scope={scope}
        run={action ? () => void store.act(action, scope) : undefined}
      />
    );
  }
  return (
    <ScopeContext value={scope}>
      <RowFrame row={row} />
    </ScopeContext>
  );
});

/** The row with its swipe actions behind it and its buttons under it. */
function RowFrame({ row }: { readonly row: RowDescription }): ReactNode {
  const screen = useScreen();
  // A row renders when its record changes, and when something else that it reads does.
  useDependencies(dependenciesOfPart(row));
  const behind = useShown(row.swipe);
  const under = useShown(row.actions);
  const live = <LiveRow row={row} />;
  const content = row.switch ? (
    <Suspense fallback={live}>
      <SwitchRow change={row.switch} label={screen.text(row.title)} note={screen.text(row.note)} />
    </Suspense>
  ) : (
    live
  );
  return (
    <>
      {behind.length > 0 ? (
        <Suspense fallback={<div className="swipe-room">{content}</div>}>
          <Swipe actions={behind} label={screen.text(row.title)}>
            {content}
          </Swipe>
        </Suspense>
      ) : (
        content
      )}
      {under.length > 0 ? (
        <div className="row-actions">
          {under.map((button) => (
            <ActionButton key={button.label.source} button={button} />
          ))}
        </div>
      ) : null}
    </>
  );
}

/** A row that reads more than its record, or whose action waits for an answer. */
function LiveRow({ row }: { readonly row: RowDescription }): ReactNode {
  const screen = useScreen();
  const { state, run } = useAction(row.action);
  const go = row.action ? () => void run() : undefined;
  return <RowContent row={row} text={screen.text} value={screen.value} scope={screen.scope} run={go} state={state} />;
}

interface RowContentProps {
  readonly row: RowDescription;
  readonly text: (text: Text | undefined) => string;
  readonly value: (expression: Expression | undefined) => unknown;
  readonly scope: Scope;
  readonly run: (() => void) | undefined;
  readonly state?: ActionState;
}

function RowContent({ row, text, value: valueOf, scope, run, state = 'idle' }: RowContentProps): ReactNode {
  const title = text(row.title);
  const badge = text(row.badge);
  const note = text(row.note);
  const more = text(row.more);
  const value = text(row.value);
  const picked = valueOf(row.numbers);
  const picture = text(row.picture);
  const emblem = row.emblem && emblemOf(text(row.emblem.icon), text(row.emblem.tone));
  const numbers = Array.isArray(picked) ? (picked as readonly unknown[]) : [];
  const valueNote = state === 'doubt' ? IN_DOUBT_TEXT : text(row.valueNote);
  // A record without a count has no bar.
  const progress = row.progress ? valueOf(row.progress) : undefined;
  const content = (
    <>
      {isIconName(row.icon) ? (
        <span className="row__icon">
          <Icon name={row.icon} size={22} />
        </span>
      ) : null}
      {emblem ? <GameEmblem menu={emblem} size={40} /> : null}
      {picture ? <img className="row__picture" src={picture} alt="" width={40} height={40} loading="lazy" /> : null}
      <span className={numbers.length > 0 ? 'row__body row__body--numbers' : 'row__body'}>
        <span className="row__main">
          <span className="row__title">
            {title}
            {badge ? <span className={`badge row__badge ${toneClass(text(row.badgeTone), 'badge--')}`}>{badge}</span> : null}
          </span>
          {numbers.length > 0 ? (
            <Numbers picked={numbers} lit={row.numbersLit === undefined || Boolean(valueOf(row.numbersLit))} more={text(row.numbersMore)} />
          ) : null}
          {note || row.marks ? (
            <span className="row__note">
              {wholeDays(note)} <Marks marks={row.marks} scope={scope} />
            </span>
          ) : null}
          {more ? <span className="row__note">{wholeDays(more)}</span> : null}
        </span>
        {value || valueNote ? (
          <span className="row__value">
            <span className={`amount ${toneClass(text(row.tone))}`}>{value}</span>
            {valueNote ? <span className="row__note">{wholeDays(valueNote)}</span> : null}
          </span>
        ) : null}
        {row.foot ? (
          <span className="row__foot">
            {row.foot.map((line) => (
              <Line key={line.source} text={text(line)} />
            ))}
          </span>
        ) : null}
        {progress !== undefined && progress !== null ? (
          <span className="row__bar">
            <Bar label={title} value={progress} more={valueOf(row.progressMore)} />
          </span>
        ) : null}
      </span>
    </>
  );
  // A target that comes with data may be missing: then the row leads nowhere and is no button.
  if (!row.action || !run || (row.action.do === 'target' && text(row.action.target) === '')) return <div className="row">{content}</div>;
  return (
    <button type="button" className="row" disabled={state !== 'idle'} onClick={run}>
      {content}
      <span className="row__next">
        <Icon name="next" size={18} />
      </span>
    </button>
  );
}

const TONES: ReadonlySet<string> = new Set(['red', 'blue', 'ink', 'gold', 'green']);
const emblemOf = (icon: string, tone: string) => ({ icon, ...(TONES.has(tone) ? { tone: tone as Tone } : {}) });

const Line = ({ text }: { readonly text: string }): ReactNode => (text ? <span className="row__note">{wholeDays(text)}</span> : null);

/** Small numbers under the title. Their line is already there while the chunk loads, so the row does not change its height. */
function Numbers({ picked, lit, more }: { readonly picked: readonly unknown[]; readonly lit: boolean; readonly more: string }): ReactNode {
  return (
    <Suspense fallback={<span className="row__numbers" />}>
      <span className="row__numbers">
        <RowNumbers groups={picked} lit={lit} more={more} />
      </span>
    </Suspense>
  );
}
