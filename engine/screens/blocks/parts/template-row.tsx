import { lazy, memo, type ReactNode, Suspense, useContext, useMemo } from 'react';
import type { RowDescription, Text } from '../../../descriptions/generated/screen.ts';
import { ScopeContext, useDependencies, useScreen } from '../../core/hooks.ts';
import { dependenciesOfPart } from '../../core/plan.ts';
import { itemScope } from '../../core/keyed.ts';
import { IN_DOUBT, useAction } from '../../core/use-action.ts';
import { Icon, isIconName } from '../../kit/icon.tsx';
import { ActionButton, useShown } from './action-button.tsx';
import Bar from '../progress/bar.tsx';
import { toneClass } from './tone.ts';
import './template-row.css';

/** Most rows have nothing behind them: what a swipe needs travels by itself. */
const Swipe = lazy(() => import('../rows/swipe.tsx'));
const RowNumbers = lazy(() => import('./row-numbers.tsx'));

export interface TemplateRowProps {
  readonly row: RowDescription;
  readonly record: unknown;
  /** Its place in the list, from 0. */
  readonly index: number;
  /** What tells the record apart from the others of its list. */
  readonly name: string;
}

/** A row of a list, written by templates over its record; a button when it leads somewhere. */
export const TemplateRow = memo(function TemplateRow({ row, record, index, name }: TemplateRowProps): ReactNode {
  const outer = useContext(ScopeContext);
  const scope = useMemo(() => itemScope(outer, record, index, name), [outer, record, index, name]);
  return (
    <ScopeContext value={scope}>
      <RowFrame row={row} />
    </ScopeContext>
  );
});

/** The row with what stands behind it and under it. */
function RowFrame({ row }: { readonly row: RowDescription }): ReactNode {
  const screen = useScreen();
  const behind = useShown(row.swipe);
  const under = useShown(row.actions);
  const content = <RowContent row={row} />;
  return (
    <>
      {behind.length > 0 ? (
        <Suspense fallback={content}>
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

function RowContent({ row }: { readonly row: RowDescription }): ReactNode {
  const screen = useScreen();
  // A row renders when its record changes, and when something else that it reads does.
  useDependencies(dependenciesOfPart(row));
  const { state, run } = useAction(row.action);
  const text = (template: Text | undefined): string => screen.text(template);
  const title = text(row.title);
  const badge = text(row.badge);
  const note = text(row.note);
  const more = text(row.more);
  const value = text(row.value);
  const picked = screen.value(row.numbers);
  const picture = text(row.picture);
  const numbers = Array.isArray(picked) ? (picked as readonly unknown[]) : [];
  const valueNote = state === 'doubt' ? IN_DOUBT : text(row.valueNote);
  // A record of which nothing is counted has no bar.
  const progress = row.progress ? screen.value(row.progress) : undefined;
  const content = (
    <>
      {isIconName(row.icon) ? (
        <span className="row__icon">
          <Icon name={row.icon} size={22} />
        </span>
      ) : null}
      {picture ? <img className="row__picture" src={picture} alt="" width={40} height={40} loading="lazy" /> : null}
      <span className={numbers.length > 0 ? 'row__body row__body--numbers' : 'row__body'}>
        <span className="row__main">
          <span className="row__title">
            {title}
            {badge ? <span className={`badge row__badge ${toneClass(text(row.badgeTone), 'badge--')}`}>{badge}</span> : null}
          </span>
          {numbers.length > 0 ? <Numbers row={row} picked={numbers} /> : null}
          {note ? <span className="row__note">{note}</span> : null}
          {more ? <span className="row__note">{more}</span> : null}
        </span>
        {value || valueNote ? (
          <span className="row__value">
            <span className={`amount ${toneClass(text(row.tone))}`}>{value}</span>
            {valueNote ? <span className="row__note">{valueNote}</span> : null}
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
            <Bar label={title} value={progress} more={screen.value(row.progressMore)} />
          </span>
        ) : null}
      </span>
    </>
  );
  // A target that comes with data may be missing: then the row leads nowhere and is no button.
  if (!row.action || (row.action.do === 'target' && text(row.action.target) === '')) return <div className="row">{content}</div>;
  return (
    <button type="button" className="row" disabled={state !== 'idle'} onClick={() => void run()}>
      {content}
      <span className="row__next">
        <Icon name="next" size={18} />
      </span>
    </button>
  );
}

const Line = ({ text }: { readonly text: string }): ReactNode => (text ? <span className="row__note">{text}</span> : null);

/** Small numbers under the title; their line is there before they are. */
function Numbers({ row, picked }: { readonly row: RowDescription; readonly picked: readonly unknown[] }): ReactNode {
  const screen = useScreen();
  return (
    <Suspense fallback={<span className="row__numbers" />}>
      <span className="row__numbers">
        <RowNumbers groups={picked} lit={screen.test(row.numbersLit)} more={screen.text(row.numbersMore)} />
      </span>
    </Suspense>
  );
}
