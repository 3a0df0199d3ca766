import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { formatMoney } from '../../../descriptions/format.ts';
import type { ProfileCardBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { Icon, isIconName } from '../../kit/icon.tsx';
import { PlayMoney } from '../../kit/play-money.tsx';
import { ActionButton, useShown } from '../parts/action-button.tsx';
import './profile-card.css';

export default function ProfileCard({ block }: BlockProps<ProfileCardBlock>): ReactNode {
  const screen = useScreen();
  const { loggedIn } = useSnapshot(useHost().session);
  return (
    <section className="profile card" aria-label="账户">
      {loggedIn ? <Player /> : <Visitor visitor={block.visitor} />}
      {block.links ? (
        <ul className="profile__links">
          {block.links.map(({ label, icon, action }) => (
            <li key={label.source}>
              <button type="button" className="profile__link" onClick={() => void screen.act(action)}>
                {isIconName(icon) ? <Icon name={icon} /> : null}
                {screen.text(label)}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Player(): ReactNode {
  const { userName } = useSnapshot(useHost().session);
  return (
    <div className="profile__main">
      <span className="profile__avatar" aria-hidden="true">
        {[...userName][0]?.toUpperCase() ?? ''}
      </span>
      <div className="profile__who">
        <p className="profile__name">{userName}</p>
        <PlayMoney />
      </div>
      <Balance />
    </div>
  );
}

/** A leaf of its own: a prize that arrives renders this figure and nothing else. */
function Balance(): ReactNode {
  const { balanceFen } = useSnapshot(useHost().session);
  return (
    <p className="profile__balance" aria-live="polite">
      <span className="row__note">余额（元）</span>
      <span className="amount profile__amount">{balanceFen === null ? '—' : formatMoney(balanceFen)}</span>
    </p>
  );
}

function Visitor({ visitor }: { readonly visitor: ProfileCardBlock['visitor'] }): ReactNode {
  const screen = useScreen();
  return (
    <div className="profile__visitor">
      <p className="profile__name">{screen.text(visitor.title)}</p>
      <p className="is-muted">{screen.text(visitor.note)}</p>
      <div className="profile__actions">
        {useShown(visitor.actions).map((button) => (
          <ActionButton key={button.label.source} button={button} />
        ))}
      </div>
    </div>
  );
}
