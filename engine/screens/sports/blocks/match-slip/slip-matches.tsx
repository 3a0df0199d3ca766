/** The matches of the slip: picks that can be taken back one by one, the banker (胆), and the way out. */
import { useReadableValue } from '../../../core/use-current.ts';
import { memo, type ReactNode } from 'react';
import { printedNumbers } from '../../../../descriptions/sports/conditions.ts';
import { formatInstant } from '../../../../descriptions/screens/time.ts';
import type { OddsChange, PickedMatch } from '../../../../machines/picked-matches.ts';
import { useHost } from '../../../core/hooks.ts';
import { Icon } from '../../../kit/icon.tsx';
import { playsOf } from '../../slip/shown-plays.ts';
import type { SlipRuntime } from '../../slip/slip-runtime.ts';
import { passesOfSlip, useSlipContext } from '../../slip/use-slip.ts';
import { Moved } from './slip-notices.tsx';

export function SlipMatches({ slip }: { readonly slip: SlipRuntime }): ReactNode {
  const context = useSlipContext(slip);
  const { bankers: most } = passesOfSlip(context);
  const bankers = context.legs.filter(({ banker }) => banker).length;
  return (
    <ul className="card match-slip" aria-label="投注单场次">
      {context.legs.map((leg) => (
        <SlipMatch key={leg.match} slip={slip} leg={leg} bankers={most} full={bankers >= most} />
      ))}
    </ul>
  );
}

interface SlipMatchProps {
  readonly slip: SlipRuntime;
  readonly leg: PickedMatch;
  /** Most bankers of the slip. */
  readonly bankers: number;
  /** No further banker can be set. */
  readonly full: boolean;
}

const SlipMatch = memo(function SlipMatch({ slip, leg, bankers, full }: SlipMatchProps): ReactNode {
  const host = useHost();
  const { sport } = useReadableValue(slip.sport.version);
  const { picks } = slip.sport;
  const plays = playsOf(sport);
  const awayFirst = sport.board?.awayFirst === true;
  const [first, second] = awayFirst ? [leg.away, leg.home] : [leg.home, leg.away];
  const name = `${leg.code} ${first} ${second}`;
  const isBanker = leg.banker === true;
  const pool = sport.payout.kind === 'pool';
  const { changes } = useSlipContext(slip);
  const own = changes.filter(({ match }) => match === leg.match);
  const changeOf = (play: string, choice: string): OddsChange | undefined =>
    own.find((each) => each.play === play && each.choice === choice && each.number === undefined);
  const dropped = own.filter(({ now }) => now === null);
  return (
    <li className="match-slip__match">
      <div className="match-slip__head">
        <span className="match-slip__code">{leg.code}</span>
        <span className="match-slip__league">{leg.league}</span>
        <span className="match-slip__stop">{formatInstant(leg.passStopsAt, host.offsetMinutes ?? 0, 'minute')} 截止</span>
        {bankers > 0 ? (
          <button
            type="button"
            className="match-slip__banker"
            aria-pressed={isBanker}
            aria-label={`${name} 设胆`}
            aria-disabled={(full && !isBanker) || undefined}
            onClick={() => {
              if (full && !isBanker) return host.toast(`最多设 ${bankers} 个胆`);
              picks.send({ type: 'BANKER', match: leg.match, on: !isBanker });
            }}
          >
            <span aria-hidden="true">胆</span>
          </button>
        ) : null}
        <button
          type="button"
          className="icon-button"
          aria-label={`删除 ${name}`}
          onClick={() => picks.send({ type: 'REMOVE', match: leg.match })}
        >
          <Icon name="trash" size={20} />
        </button>
      </div>
      <p className="match-slip__teams">
        {first}
        <span className="match-slip__vs">{awayFirst ? '客 vs 主' : 'vs'}</span>
        {second}
      </p>
      <ul className="match-slip__plays">
        {[...plays.values()].flatMap((play) => {
          const chosen = leg.picks[play.code];
          if (!chosen) return [];
          const numbers = printedNumbers(play.play, play.numbers, leg.numbers);
          return [
            <li key={play.code} className="match-slip__play">
              <span className="match-slip__play-name">
                {play.name}
                {numbers === '' ? null : <b> {numbers}</b>}
                {own.map((change) =>
                  play.numbers.some(({ code }) => code === change.number) ? <Moved key={change.number} change={change} /> : null,
                )}
              </span>
              <span className="match-slip__picks">
                {play.play.choices.flatMap(({ code, name: choice }) => {
                  const odds = chosen[code];
                  if (odds === undefined) return [];
                  const shown = pool || odds === '' ? '' : odds;
                  const change = shown === '' ? undefined : changeOf(play.code, code);
                  return [
                    <button
                      key={code}
                      type="button"
                      className="match-slip__pick"
                      aria-label={`去掉 ${leg.code} ${play.name} ${choice}${shown ? `，赔率 ${shown}` : ''}${change ? `，原 ${change.was}` : ''}`}
                      onClick={() => picks.send({ type: 'TAP', match: leg, play: play.code, choice: code, odds })}
                    >
                      {choice}
                      {change ? <Moved change={change} /> : shown ? <span className="match-slip__odds">{shown}</span> : null}
                      <Icon name="close" size={12} />
                    </button>,
                  ];
                })}
              </span>
            </li>,
          ];
        })}
      </ul>
      {dropped.map((change) => (
        <p key={JSON.stringify([change.play, change.choice])} className="match-slip__dropped">
          {choiceName(plays, change)} 已停售，已移除
        </p>
      ))}
    </li>
  );
});

function choiceName(plays: ReturnType<typeof playsOf>, { play, choice }: OddsChange): string {
  const shown = plays.get(play ?? '');
  return `${shown?.name ?? play} ${shown?.play.choices.find(({ code }) => code === choice)?.name ?? choice}`;
}
