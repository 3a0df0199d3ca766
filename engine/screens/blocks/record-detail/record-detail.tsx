import { type ReactNode, useState } from 'react';
import type { Draw, Ticket } from '../../../descriptions/types.ts';
import type { Action, BlockDescription, BlockProps } from '../../core/contract.ts';
import { useHost, useScreen, useSource } from '../../core/hooks.ts';
import { ConfirmSheet } from '../../kit/confirm-sheet.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PlayMoney } from '../../kit/play-money.tsx';
import { SkeletonBlock } from '../../kit/skeleton.tsx';
import { PlayedBalls } from '../../lottery/played-balls.tsx';
import { type RowDescription, scopeOf, toneClass } from '../shared/parts.ts';
import { TemplateRow } from '../shared/template-row.tsx';
import './record-detail.css';

interface Base {
  readonly title?: string;
  readonly when?: string;
}

/** What the record is, in one glance: state in words, the amount that matters, one sentence. */
export interface HeroSection extends Base {
  readonly kind: 'hero';
  readonly status: string;
  readonly tone?: string;
  readonly amount?: string;
  readonly caption?: string;
  /** An amount of money stands here, so the play-money mark does too. */
  readonly money?: boolean;
}
export interface FactsSection extends Base {
  readonly kind: 'facts';
  readonly rows: readonly {
    readonly label: string;
    readonly value: string;
    readonly tone?: string;
    readonly when?: string;
    readonly copy?: boolean;
  }[];
}
export interface ListSection extends Base {
  readonly kind: 'list';
  /** Expression for the list. */
  readonly each: string;
  readonly row: RowDescription;
  /** Rows under a row, such as the wins of a line: expression over the row, and their own templates. */
  readonly under?: { readonly each: string; readonly row: RowDescription };
  readonly limit?: number;
  readonly empty?: string;
}
/** The numbers of a result: expression for {gameCode, numbers}. */
export interface BallsSection extends Base {
  readonly kind: 'balls';
  readonly of: string;
  /** Expression for a ticket: its numbers among the drawn ones are lit up. */
  readonly hits?: string;
  /** Expression for the hash of the description that the ticket was sold under. */
  readonly version?: string;
  /** open: the draw plays when the page opens. arrival: when the result comes while one looks. */
  readonly roll?: 'open' | 'arrival';
  readonly note?: string;
  readonly empty?: string;
}
interface LabelledAction {
  readonly label: string;
  readonly action: Action;
  readonly primary?: boolean;
  readonly when?: string;
  /** Asked before what cannot be taken back. */
  readonly confirm?: { readonly title: string; readonly text: string; readonly yes: string };
}
export interface ActionsSection extends Base {
  readonly kind: 'actions';
  readonly actions: readonly LabelledAction[];
}
export type Section = HeroSection | FactsSection | ListSection | BallsSection | ActionsSection;

interface DrawnResult {
  readonly gameCode?: string;
  readonly issue?: string;
  readonly drawsAt?: number;
  /** Of the description that the draw was made under. */
  readonly hash?: string;
  readonly numbers?: Draw['numbers'];
}

export interface RecordDetailBlock extends BlockDescription {
  readonly block: 'record-detail';
  /** Name of the source that the sections read; its data is the scope of their templates. Left out: the screen alone. */
  readonly source?: string;
  readonly sections: readonly Section[];
}

export default function RecordDetail({ block }: BlockProps<RecordDetailBlock>): ReactNode {
  return block.source ? <FromSource block={block} source={block.source} /> : <Sections sections={block.sections} record={undefined} />;
}

function FromSource({ block, source: name }: { readonly block: RecordDetailBlock; readonly source: string }): ReactNode {
  const source = useSource(name);
  if (source.data === undefined)
    return source.status === 'error' ? (
      <ErrorState text={source.error ?? '加载失败'} onRetry={source.reload} />
    ) : (
      <SkeletonBlock rows={5} />
    );
  return <Sections sections={block.sections} record={source.data} />;
}

function Sections({ sections, record }: { readonly sections: readonly Section[]; readonly record: unknown }): ReactNode {
  const screen = useScreen();
  const scope = record === undefined ? undefined : scopeOf(record);
  return sections.map((section, index) =>
    section.when === undefined || screen.test(section.when, scope) ? (
      // Sections are a fixed list of the description
      <section className="detail" key={index}>
        {section.title ? <h2 className="section-title">{screen.text(section.title, scope)}</h2> : null}
        <SectionBody section={section} scope={scope} />
      </section>
    ) : null,
  );
}

type Scope = Readonly<Record<string, unknown>> | undefined;

function SectionBody({ section, scope }: { readonly section: Section; readonly scope: Scope }): ReactNode {
  switch (section.kind) {
    case 'hero':
      return <Hero section={section} scope={scope} />;
    case 'facts':
      return <Facts section={section} scope={scope} />;
    case 'list':
      return <List section={section} scope={scope} />;
    case 'balls':
      return <Result section={section} scope={scope} />;
    case 'actions':
      return <Actions section={section} scope={scope} />;
  }
}

function Hero({ section, scope }: { readonly section: HeroSection; readonly scope: Scope }): ReactNode {
  const screen = useScreen();
  const tone = toneClass(section.tone ? screen.text(section.tone, scope) : '');
  const amount = section.amount ? screen.text(section.amount, scope) : '';
  const caption = section.caption ? screen.text(section.caption, scope) : '';
  return (
    <div className="card detail__hero">
      <p className={`detail__status ${tone}`}>{screen.text(section.status, scope)}</p>
      {amount ? <p className={`amount amount--large ${tone}`}>{amount}</p> : null}
      {caption ? <p className="is-muted">{caption}</p> : null}
      {section.money ? <PlayMoney /> : null}
    </div>
  );
}

function Facts({ section, scope }: { readonly section: FactsSection; readonly scope: Scope }): ReactNode {
  const screen = useScreen();
  const host = useHost();
  const rows = section.rows.filter((row) => row.when === undefined || screen.test(row.when, scope));
  return (
    <dl className="card detail__facts">
      {rows.map((row) => {
        const value = screen.text(row.value, scope);
        return (
          <div className={row.copy ? 'detail__fact detail__fact--copy' : 'detail__fact'} key={row.label}>
            <dt>{row.label}</dt>
            <dd className={`tabular ${toneClass(row.tone ? screen.text(row.tone, scope) : '')}`}>
              {value}
              {row.copy && value ? (
                <button
                  type="button"
                  className="detail__copy"
                  aria-label={`复制${row.label}`}
                  onClick={() =>
                    void Promise.resolve(navigator.clipboard?.writeText(value)).then(
                      () => host.toast('已复制', { icon: 'success' }),
                      () => host.toast('复制失败，请长按选择'),
                    )
                  }
                >
                  <Icon name="copy" size={16} />
                </button>
              ) : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function List({ section, scope }: { readonly section: ListSection; readonly scope: Scope }): ReactNode {
  const screen = useScreen();
  const value = screen.value(section.each, scope);
  const records = Array.isArray(value) ? value.slice(0, section.limit ?? value.length) : [];
  if (records.length === 0) return section.empty ? <p className="card detail__none">{screen.text(section.empty, scope)}</p> : null;
  return (
    <ul className="card">
      {records.map((record, index) => (
        // The lines of one record never move
        <li key={index}>
          <TemplateRow row={section.row} record={record} />
          {section.under ? <Under under={section.under} record={record} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Under({ under, record }: { readonly under: NonNullable<ListSection['under']>; readonly record: unknown }): ReactNode {
  const screen = useScreen();
  const value = screen.value(under.each, scopeOf(record));
  if (!Array.isArray(value) || value.length === 0) return null;
  return (
    <ul className="detail__under">
      {value.map((item, index) => (
        // The wins of one line never move
        <li key={index}>
          <TemplateRow row={under.row} record={item} />
        </li>
      ))}
    </ul>
  );
}

function Result({ section, scope }: { readonly section: BallsSection; readonly scope: Scope }): ReactNode {
  const screen = useScreen();
  const result = screen.value(section.of, scope) as DrawnResult | null | undefined;
  const numbers = result?.numbers;
  // A page that has shown that there is no result yet is one that the result arrives on.
  const [waited] = useState(!numbers);
  if (!result || !numbers) return section.empty ? <p className="card detail__none">{screen.text(section.empty, scope)}</p> : null;
  const ticket = section.hits ? (screen.value(section.hits, scope) as Partial<Ticket> | null | undefined) : undefined;
  return (
    <div className="card detail__balls">
      <PlayedBalls
        key={`${result.gameCode}/${result.issue}`}
        gameCode={result.gameCode ?? ''}
        drawnHash={result.hash}
        soldHash={section.version === undefined ? undefined : (screen.value(section.version, scope) as string | undefined)}
        numbers={numbers}
        lines={ticket?.lines}
        drawsAt={result.drawsAt}
        roll={section.roll === 'open' || (section.roll === 'arrival' && waited)}
        again={section.roll === 'open'}
      />
      {section.note ? <p className="row__note">{screen.text(section.note, scope)}</p> : null}
    </div>
  );
}

function Actions({ section, scope }: { readonly section: ActionsSection; readonly scope: Scope }): ReactNode {
  const screen = useScreen();
  const [asked, ask] = useState<LabelledAction>();
  const question = asked?.confirm;
  return (
    <div className="button-row">
      {section.actions
        .filter(({ when }) => when === undefined || screen.test(when, scope))
        .map((each) => (
          <button
            key={each.label}
            type="button"
            className={each.primary ? 'button button--primary' : 'button'}
            onClick={() => (each.confirm ? ask(each) : void screen.act(each.action, scope))}
          >
            {screen.text(each.label, scope)}
          </button>
        ))}
      {asked && question ? (
        <ConfirmSheet
          title={screen.text(question.title, scope)}
          text={screen.text(question.text, scope)}
          yes={screen.text(question.yes, scope)}
          onYes={() => screen.act(asked.action, scope)}
          onClose={() => ask(undefined)}
        />
      ) : null}
    </div>
  );
}
