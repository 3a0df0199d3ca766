/** The head of a net win: gold, with an amount that counts up once, a chime and a light vibration. */
import { type ReactNode, useEffect, useState } from 'react';
import type { WinHeadBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps, Host } from '../../../core/contract.ts';
import { useHost, useScreen } from '../../../core/hooks.ts';
import { CountUp } from '../../../kit/count-up.tsx';
import { PlayMoney } from '../../../kit/play-money.tsx';
import { Scene } from '../../../kit/scene.tsx';
import { feelWin, isMotionless, isNewWin, rememberWin, WIN_NEWS_MS } from '../../win-moment.ts';
import '../../../blocks/hero/hero.css';
import './win-head.css';

export default function WinHead({ block }: BlockProps<WinHeadBlock>): ReactNode {
  const screen = useScreen();
  const net = screen.value(block.net);
  const key = screen.text(block.key);
  // Less than the stake is a loss, whatever it is called.
  if (typeof net !== 'number' || net <= 0) return null;
  const caption = screen.text(block.caption);
  const at = screen.value(block.at);
  return (
    <div className="card hero win-head">
      {block.picture ? (
        <span className="win-head__scene">
          <Scene name="won" />
        </span>
      ) : null}
      <p className="hero__status">{screen.text(block.status)}</p>
      <p className="amount amount--large">
        <WinAmount key={key} win={key} net={net} at={typeof at === 'number' ? at : undefined} />
      </p>
      {caption ? <p className="is-muted">{caption}</p> : null}
      <PlayMoney />
    </div>
  );
}

const isNews = (host: Host, win: string, at: number | undefined): boolean =>
  isNewWin(host.storage, win) && (at === undefined || host.now() - at < WIN_NEWS_MS);

function WinAmount({ win, net, at }: { readonly win: string; readonly net: number; readonly at: number | undefined }): ReactNode {
  const host = useHost();
  const [news] = useState(() => isNews(host, win, at));
  useEffect(() => {
    if (rememberWin(host.storage, win) && news) feelWin(host.storage);
  }, [host, win, news]);
  return <CountUp fen={net} counts={news && !isMotionless()} />;
}
