import { ready } from '../frame.js';

const session = new URLSearchParams(location.search).get('session') ?? '';
const [balance, coin, say] = ['balance', 'coin', 'say'].map((id) => document.getElementById(id));
const sides = [...document.querySelectorAll('[data-side]')];
const yuan = (fen) => `${Math.trunc(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
/** A throw whose answer was lost is asked for again under the same id: it is thrown once. */
let open;

const busy = (on) => sides.forEach((side) => (side.disabled = on));

async function throwCoin(side) {
  const stakeFen = document.querySelector('[name=stake]:checked').value;
  open ??= { session, id: crypto.randomUUID(), side, stakeFen };
  busy(true);
  say.textContent = '抛硬币中…';
  try {
    const answer = await fetch('../provider/throw', { method: 'POST', body: new URLSearchParams(open) });
    const said = await answer.json();
    if (!answer.ok) say.textContent = said.msg;
    else {
      const heads = said.won === (open.side === 'heads');
      coin.textContent = heads ? '正' : '反';
      balance.textContent = yuan(said.balanceFen);
      say.textContent = said.won ? `开${heads ? '正面' : '反面'}，中奖 ¥${yuan(said.prizeFen)}` : `开${heads ? '正面' : '反面'}，未猜中`;
    }
    open = undefined;
  } catch {
    say.textContent = '网络异常，请再点一次查询结果';
  }
  busy(false);
}

const answer = await fetch(`../provider/session?session=${encodeURIComponent(session)}`).catch(() => undefined);
const said = await answer?.json().catch(() => undefined);
if (answer?.ok) {
  balance.textContent = yuan(said.balanceFen);
  for (const side of sides) ready(side, () => throwCoin(side.dataset.side));
} else {
  balance.textContent = '—';
  say.textContent = said?.msg ?? '游戏公司暂无响应，请稍后再试';
}
