/** What is picked, match by match, each choice to be taken back; and what was struck out, with the reason. */
import { useReadableValue, useSelected } from '../../../core/use-current.ts';
import { type ReactNode, useEffect } from 'react';
import type { SportGame } from '../../../../descriptions/sports/types.ts';
import type { PickedMatch } from '../../../../machines/match-picks.ts';
import { Icon } from '../../../kit/icon.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { useExclusive } from '../../use-exclusive.ts';
import { useSport } from '../../use-sport.ts';
import { STRUCK_REASON_TEXTS } from '../../words.ts';

export default function PickedSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { picks, version } = useSport();
  const { sport } = useReadableValue(version);
  const matches = useSelected(picks, ({ context }) => context.matches);
  const struck = useSelected(picks, ({ context }) => context.struck);
  const none = matches.length === 0 && struck.length === 0;
  useEffect(() => {
    if (none) onClose();
  }, [none, onClose]);
  return (
    <Sheet open onClose={onClose} title={`已选 ${matches.length} 场`}>
      <ul className="picked">
        {matches.map((match) => (
          <Picked key={match.match} match={match} sport={sport} />
        ))}
        {struck.map(({ picked, why, reason }) => (
          <li key={picked.match} className="picked__match picked__match--struck">
            <p className="picked__head">
              <s>
                {picked.code} {sides(sport, picked).join(' VS ')}
              </s>
              <button
                type="button"
                className="icon-button"
                aria-label={`移除 ${picked.code}`}
                onClick={() => picks.send({ type: 'REMOVE', match: picked.match })}
              >
                <Icon name="close" size={18} />
              </button>
            </p>
            <p className="picked__why">{[STRUCK_REASON_TEXTS[why], reason].filter(Boolean).join('：')}</p>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** As the game prints them. */
const sides = ({ board }: SportGame, { home, away }: PickedMatch): readonly string[] => (board?.awayFirst ? [away, home] : [home, away]);

function Picked({ match, sport }: { readonly match: PickedMatch; readonly sport: SportGame }): ReactNode {
  const runtime = useSport();
  const warnings = useExclusive(sport, match);
  const { code } = match;
  return (
    <li className="picked__match">
      <p className="picked__head">
        <span>
          <b>{code}</b> {sides(sport, match).join(' VS ')}
          {match.banker ? <span className="badge">胆</span> : null}
        </span>
        <button
          type="button"
          className="icon-button"
          aria-label={`移除 ${code}`}
          onClick={() => runtime.picks.send({ type: 'REMOVE', match: match.match })}
        >
          <Icon name="trash" size={18} />
        </button>
      </p>
      <p className="picked__choices">
        {sport.plays.flatMap((play) =>
          play.choices
            .filter((choice) => match.picks[play.code]?.[choice.code] !== undefined)
            .map((choice) => {
              const odds = match.picks[play.code]?.[choice.code] ?? '';
              return (
                <button
                  key={`${play.code}/${choice.code}`}
                  type="button"
                  className="picked__choice"
                  aria-label={`取消 ${code} ${play.name} ${choice.name}`}
                  onClick={() => runtime.picks.send({ type: 'TAP', match, play: play.code, choice: choice.code, odds })}
                >
                  <small>{play.name}</small> {choice.name} {odds ? <span className="tabular">{odds}</span> : null}
                  <Icon name="close" size={14} />
                </button>
              );
            }),
        )}
      </p>
      {warnings.map((warning) => (
        <p className="match-warning" role="status" key={warning}>
          {warning}
        </p>
      ))}
    </li>
  );
}
