import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Draw, Game } from '../../../../descriptions/types.ts';
import { trend, trendTabs } from '../../../../rules/trend.ts';
import type { TrendChartBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useScreen, useSource } from '../../../core/hooks.ts';
import { Chips } from '../../../kit/chips.tsx';
import { Empty } from '../../../kit/empty.tsx';
import { ErrorState } from '../../../kit/error-state.tsx';
import { pictureOf } from '../../../blocks/parts/picture.ts';
import { SkeletonBlock } from '../../../kit/skeleton.tsx';
import { shortIssue } from '../../short-issue.ts';
import { drawnValues, TrendTable } from './trend-table.tsx';
import { TrendCanvas } from './trend-canvas.tsx';
import { useGame } from '../../../blocks/parts/use-loaded.ts';
import './trend-chart.css';

interface Past {
  readonly gameCode: string;
  readonly issue: string;
  readonly numbers: Draw['numbers'];
  /** Where a draw comes from that was not drawn here. */
  readonly origin?: 'demo' | 'imported' | 'cancelled';
}

export default function TrendChart({ block }: BlockProps<TrendChartBlock>): ReactNode {
  const screen = useScreen();
  const source = useSource<{ readonly items?: readonly Past[] }>(block.source);
  const items = source.data?.items;
  const loaded = useGame(items?.[0]?.gameCode ?? '');
  if (!items || (items.length > 0 && !loaded))
    return source.status === 'error' ? (
      <ErrorState text={source.error ?? '加载失败'} onRetry={source.reload} />
    ) : (
      <SkeletonBlock rows={8} />
    );
  if (!loaded || items.length === 0) {
    const { title, note, icon } = block.empty;
    return <Empty title={screen.text(title)} note={screen.text(note)} picture={pictureOf(icon, 'no-results')} />;
  }
  return <Chart game={loaded.game} items={items} sizes={block.sizes} />;
}

interface ChartProps {
  readonly game: Game;
  readonly items: readonly Past[];
  readonly sizes: readonly number[];
}

function Chart({ game, items, sizes }: ChartProps): ReactNode {
  const { zones } = game.draw;
  const tabs = useMemo(() => trendTabs(zones), [zones]);
  const issueText = useCallback((issue: string) => shortIssue(game, issue), [game]);
  const [tabId, setTab] = useState('');
  const [size, setSize] = useState(sizes[1] ?? sizes[0] ?? 50);
  const [lines, setLines] = useState(true);
  const [missed, setMissed] = useState(true);
  const [asTable, setTable] = useState(false);
  const tab = tabs.find(({ id }) => id === tabId) ?? tabs[0];
  const past = useMemo(() => [...items].reverse(), [items]);
  const shown = useMemo(() => tab && trend(tab, past, size), [tab, past, size]);
  if (!tab || !shown) return null;
  const newest = shown.rows.at(-1);
  const invented = items.slice(0, size).filter(({ origin }) => origin === 'demo').length;
  const label = `${tab.label}走势，最近 ${shown.rows.length} 期${
    newest ? `，最新第 ${newest.issue} 期开出 ${drawnValues(tab, newest.hits).join(' ')}` : ''
  }。按“表格”读全部数字。`;
  return (
    <section className="trend" aria-label="走势图">
      {tabs.length > 1 ? (
        <Chips label="看哪一位" chips={tabs.map(({ id, label: text }) => ({ value: id, label: text }))} value={tab.id} onChange={setTab} />
      ) : null}
      <div className="trend__tools">
        <select aria-label="看多少期" className="trend__size" value={size} onChange={(event) => setSize(Number(event.target.value))}>
          {sizes.map((each) => (
            <option key={each} value={each}>
              近 {each} 期
            </option>
          ))}
        </select>
        <span className="trend__switches">
          {tab.single && !asTable ? <Switch text="折线" on={lines} onChange={setLines} /> : null}
          {asTable ? null : <Switch text="遗漏" on={missed} onChange={setMissed} />}
          <Switch text="表格" on={asTable} onChange={setTable} />
        </span>
      </div>
      {asTable ? (
        <TrendTable tab={tab} trend={shown} />
      ) : (
        <TrendCanvas tab={tab} trend={shown} issueText={issueText} lines={lines} missed={missed} label={label} />
      )}
      <p className="trend__note">
        {shown.rows.some(({ hits }) => hits.some((times) => times > 1)) ? '方块表示同一期重复开出。' : ''}
        {invented > 0 ? `前 ${invented} 期为演示数据。` : ''}
        走势是过去的记录。每期独立开奖，它不能预示下一期。
      </p>
    </section>
  );
}

function Switch({
  text,
  on,
  onChange,
}: {
  readonly text: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}): ReactNode {
  return (
    <button type="button" className="chip" aria-pressed={on} onClick={() => onChange(!on)}>
      {text}
    </button>
  );
}
