import { memo, type ReactNode } from 'react';
import { useScreen } from '../../core/hooks.ts';
import { Icon } from '../../kit/icon.tsx';
import { type RowDescription, scopeOf, toneClass } from './parts.ts';

/** A row of a list, written by templates over its record; a button when it leads somewhere. */
export const TemplateRow = memo(function TemplateRow({
  row,
  record,
}: {
  readonly row: RowDescription;
  readonly record: unknown;
}): ReactNode {
  const screen = useScreen();
  const scope = scopeOf(record);
  const text = (template: string | undefined): string => (template ? screen.text(template, scope) : '');
  const badge = text(row.badge);
  const note = text(row.note);
  const more = text(row.more);
  const value = text(row.value);
  const valueNote = text(row.valueNote);
  const content = (
    <span className="row__body">
      <span className="row__main">
        <span className="row__title">
          {text(row.title)}
          {badge ? <span className={`badge row__badge ${toneClass(text(row.badgeTone), 'badge--')}`}>{badge}</span> : null}
        </span>
        {note ? <span className="row__note">{note}</span> : null}
        {more ? <span className="row__note">{more}</span> : null}
      </span>
      {value || valueNote ? (
        <span className="row__value">
          <span className={`amount ${toneClass(text(row.tone))}`}>{value}</span>
          {valueNote ? <span className="row__note">{valueNote}</span> : null}
        </span>
      ) : null}
    </span>
  );
  const { action } = row;
  if (!action) return <div className="row">{content}</div>;
  return (
    <button type="button" className="row" onClick={() => void screen.act(action, scope)}>
      {content}
      <span className="row__next">
        <Icon name="next" size={18} />
      </span>
    </button>
  );
});
