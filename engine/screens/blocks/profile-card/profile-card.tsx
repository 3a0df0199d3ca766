import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { formatYuan } from '../../../descriptions/format.ts';
import type { ProfileCardBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { Icon, isIconName } from '../../kit/icon.tsx';
import { PlayMoney } from '../../kit/play-money.tsx';
import { ActionButton, useShown } from '../parts/action-button.tsx';
import { toneClass } from '../parts/tone.ts';
import { useOpenMenus } from '../parts/use-loaded.ts';
import { useReady } from '../parts/use-ready.ts';
import './profile-card.css';

export default function ProfileCard({ block }: BlockProps<ProfileCardBlock>): ReactNode {
  const screen = useScreen();
  const { loggedIn } = useSnapshot(useHost().session);
  return (
    <section className="profile card" aria-label="账户">
      {loggedIn ? <Player block={block} /> : <Visitor visitor={block.visitor} />}
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

/** Whether the amounts are hidden. The choice is stored on the phone, for all its players. */
const HIDDEN_KEY = 'amountsHidden';
const HIDDEN = '****';

function Player({ block }: { readonly block: ProfileCardBlock }): ReactNode {
  const host = useHost();
  const loading = useReady((block.figures ?? []).map(({ value }) => value)).status === 'loading';
  const [hidden, setHidden] = useState(() => host.storage.get(HIDDEN_KEY) === '1');
  const toggle = (): void => {
    setHidden(!hidden);
    if (hidden) host.storage.remove(HIDDEN_KEY);
    else host.storage.set(HIDDEN_KEY, '1');
  };
  return (
    <>
      <Person person={block.person} />
      <div className="profile__money">
        <div>
          <p className="profile__caption">
            余额
            <button type="button" className="profile__eye" aria-pressed={hidden} aria-label="隐藏金额" onClick={toggle}>
              <Eye closed={hidden} />
            </button>
          </p>
          <Balance hidden={hidden} />
        </div>
        {block.actions ? <Actions actions={block.actions} /> : null}
      </div>
      {block.figures ? (
        <dl className="profile__figures" aria-busy={loading || undefined}>
          {block.figures.map((figure) => (
            <FigureView key={figure.label.source} figure={figure} hidden={hidden} />
          ))}
        </dl>
      ) : null}
    </>
  );
}

function Person({ person }: { readonly person: ProfileCardBlock['person'] }): ReactNode {
  const screen = useScreen();
  const { userName } = useSnapshot(useHost().session);
  const name = screen.text(person?.name) || userName;
  const picture = screen.text(person?.picture);
  const action = person?.action;
  const face = (
    <>
      <span className="profile__avatar" aria-hidden="true">
        {picture ? <img src={picture} alt="" width={52} height={52} /> : ([...name][0]?.toUpperCase() ?? '')}
      </span>
      <span className="profile__who">
        <span className="profile__name">{name}</span>
        <PlayMoney />
      </span>
      {action ? <Icon name="next" size={18} /> : null}
    </>
  );
  if (!action) return <div className="profile__main">{face}</div>;
  return (
    <button type="button" className="profile__main" onClick={() => void screen.act(action)}>
      {face}
    </button>
  );
}

/** A leaf of its own: a prize that arrives renders this figure and nothing else. */
function Balance({ hidden }: { readonly hidden: boolean }): ReactNode {
  const { balanceFen } = useSnapshot(useHost().session);
  return (
    <p className="amount amount--large" aria-live={hidden ? 'off' : 'polite'}>
      {hidden ? HIDDEN : balanceFen === null ? '—' : formatYuan(balanceFen)}
    </p>
  );
}

function FigureView({
  figure: { label, value, tone },
  hidden,
}: {
  readonly figure: NonNullable<ProfileCardBlock['figures']>[number];
  readonly hidden: boolean;
}): ReactNode {
  const screen = useScreen();
  return (
    <div>
      <dt className="profile__caption">{screen.text(label)}</dt>
      <dd className={`amount ${hidden ? '' : toneClass(screen.text(tone))}`}>{hidden ? HIDDEN : screen.text(value) || '–'}</dd>
    </div>
  );
}

/** Only what leads somewhere: a button for money that answers "not open yet" is none. */
function Actions({ actions }: { readonly actions: NonNullable<ProfileCardBlock['actions']> }): ReactNode {
  const screen = useScreen();
  const host = useHost();
  const open = useOpenMenus(actions.map(({ menu }) => menu));
  const shown = actions.filter(({ menu }) => open?.has(menu));
  if (shown.length === 0) return null;
  return (
    <div className="profile__pay">
      {shown.map(({ label, menu }, at) => (
        <button key={menu} type="button" className={at === 0 ? 'button button--primary' : 'button'} onClick={() => host.openMenu(menu)}>
          {screen.text(label)}
        </button>
      ))}
    </div>
  );
}

/** An eye, open or struck through: the button's pressed state carries the state. */
function Eye({ closed }: { readonly closed: boolean }): ReactNode {
  return (
    <svg className="icon" width={20} height={20} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={`M2.5 12c2.6-4.4 5.8-6.5 9.500-6.500s6.900 2.100 9.500 6.500c-2.600 4.400-5.800 6.500-9.500 6.500S5.100 16.400 2.500 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z${closed ? 'M4 20 20 4' : ''}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
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
