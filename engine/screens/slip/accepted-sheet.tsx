/** A slip was taken: what was paid, what was bought, and where to go on. */
import type { ReactNode } from 'react';
import { formatMoney } from '../../descriptions/format.ts';
import { Button } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { PlayMoney } from '../kit/play-money.tsx';
import { Sheet } from '../kit/sheet.tsx';
import './outcome.css';

export interface AcceptedSheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly footer: ReactNode;
  /** What was paid. The answer is the server's; what it does not carry is simply not shown. */
  readonly amountFen: number | undefined;
  readonly note?: string;
  /** Name and value; a row without a value is left out. */
  readonly rows: readonly (readonly [name: string, value: string | undefined])[];
  readonly children?: ReactNode;
}

export function AcceptedSheet({ title, onClose, footer, amountFen, note, rows, children }: AcceptedSheetProps): ReactNode {
  return (
    <Sheet open onClose={onClose} title={title} footer={footer}>
      <div className="outcome" role="status">
        <span className="outcome__mark" aria-hidden="true">
          <Icon name="check" size={32} />
        </span>
        <p className="amount amount--large">{yuanText(amountFen) ?? ''}</p>
        <PlayMoney />
        {note ? <p>{note}</p> : null}
        <dl>
          {rows.map(([name, value]) =>
            value ? (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
        {children}
      </div>
    </Sheet>
  );
}

/** ¥12.00; undefined for what the server did not say. */
export const yuanText = (fen: number | undefined): string | undefined => (fen === undefined ? undefined : `¥${formatMoney(fen)}`);

/** A bet that was taken. To close the sheet shows the slip below it. */
export function BetAccepted({
  link,
  onNext,
  ...sheet
}: Omit<AcceptedSheetProps, 'footer'> & {
  /** To what was bought; left out where there is nothing to show. */
  readonly link: { readonly label: string; readonly run: () => void } | undefined;
  /** To where the next bet is made. */
  readonly onNext: () => void;
}): ReactNode {
  return (
    <AcceptedSheet
      {...sheet}
      footer={
        <>
          {link ? <Button onClick={link.run}>{link.label}</Button> : null}
          <Button variant="primary" onClick={onNext}>
            继续投注
          </Button>
        </>
      }
    />
  );
}
