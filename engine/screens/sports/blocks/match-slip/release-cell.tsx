/** The row 发单 of the slip. It opens the form that releases the bet (宝单) to followers. Only games with `release: true` have it. */
import { useReadableValue } from '../../../core/use-current.ts';
import type { ReactNode } from 'react';
import type { Action } from '../../../../descriptions/generated/screen.ts';
import { useScreen } from '../../../core/hooks.ts';
import { Icon } from '../../../kit/icon.tsx';
import { formTickets, type SlipRuntime } from '../../slip/slip-runtime.ts';
import { useBlocked } from './use-blocked.ts';

interface ReleaseCellProps {
  readonly slip: SlipRuntime;
  readonly release: Action;
  readonly login: Action | undefined;
}

export function ReleaseCell({ slip, release, login }: ReleaseCellProps): ReactNode {
  const { host, code, version } = slip.sport;
  const screen = useScreen();
  const { sport } = useReadableValue(version);
  const { blocked, stale } = useBlocked(slip);
  if (sport.release !== true) return null;
  const open = (): void => {
    if (stale) void slip.sport.refresh();
    if (blocked) return host.toast(blocked);
    if (!host.session.loggedIn) return login ? void screen.act(login) : host.toast('请先登录');
    const { bets, amountFen } = slip.total();
    formTickets.set(slip.sport, slip.request().params.ticket ?? '');
    void screen.act(release, { gameCode: code, gameName: sport.name, amountFen: amountFen.toString(), bets: bets.toString() });
  };
  return (
    <button type="button" className="card match-slip__pass match-slip__release" aria-haspopup="dialog" onClick={open}>
      <span>发单</span>
      <b>让别人跟您的方案，盈利分佣金</b>
      <Icon name="next" size={16} />
    </button>
  );
}
