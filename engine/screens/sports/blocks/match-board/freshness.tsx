/** Says when the odds that are shown may be others by now: after a minute without word from the server. */
import { useReadableValue } from '../../../core/use-current.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { STALE_MS } from '../../runtime.ts';
import { useSport } from '../../use-sport.ts';

const LOOK_MS = 5_000;

export function Freshness(): ReactNode {
  const runtime = useSport();
  const { freshAt, status } = useReadableValue(runtime.loading);
  const [now, look] = useState(() => runtime.host.now());
  useEffect(() => {
    const timer = setInterval(() => look(runtime.host.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, [runtime]);
  const age = now - freshAt;
  const stale = freshAt > 0 && age > STALE_MS;
  return (
    <div className="freshness" role="status" data-stale={stale ? '' : undefined}>
      {stale ? (
        <>
          <span>
            赔率是 {Math.floor(age / 60_000)} 分钟前的，可能已变
            {status === 'error' ? '（无法连接服务器）' : ''}
          </span>
          <button type="button" onClick={() => void runtime.refresh()}>
            刷新
          </button>
        </>
      ) : null}
    </div>
  );
}
