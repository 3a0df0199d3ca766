import '../frame.js';

// Everything about the order is asked for by `source`; what else stands in the address is not looked at.
const source = new URLSearchParams(location.search).get('source') ?? '';
const [method, amount, say, pay, other] = ['method', 'amount', 'say', 'pay', 'other'].map((id) => document.getElementById(id));
const back = document.querySelector('[data-message="recharge"]');
const buttons = [...document.querySelectorAll('[data-how]')];

const yuan = (fen) => `${Math.trunc(fen / 100).toLocaleString('en-US')}.${String(fen % 100).padStart(2, '0')}`;
const SAY = {
  pending: '请选择支付结果',
  taken: '已付款，正在通知平台。到账以平台为准',
  paid: '充值已到账，请返回',
  cancelled: '订单已取消，不能支付',
  closed: '订单已取消，不能支付',
  expired: '订单已超时，请重新下单',
};

function show(order) {
  method.textContent = `充值方式：${order.method}`;
  amount.textContent = `¥${yuan(order.amountFen)}`;
  say.textContent = SAY[order.state] ?? '订单状态未知';
  pay.hidden = order.state !== 'pending';
  back.classList.toggle('main', pay.hidden);
}

async function ask(path, form) {
  const response = await fetch(path, form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.msg ?? '收银台暂无响应，请刷新');
  return answer;
}

async function look() {
  try {
    const order = await ask(`order?source=${encodeURIComponent(source)}`);
    show(order);
    if (order.state === 'taken') setTimeout(look, 2_000);
  } catch (error) {
    method.textContent = '';
    say.textContent = error.message;
    pay.hidden = true;
  }
}

for (const button of buttons)
  button.addEventListener('click', async () => {
    const form = { source, how: button.dataset.how };
    if (button.dataset.other) {
      const [, whole, cents = ''] = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(other.value.trim()) ?? [];
      const fen = whole === undefined ? 0 : Number(whole) * 100 + Number(cents.padEnd(2, '0'));
      if (fen === 0) {
        say.textContent = '请输入实付金额';
        return;
      }
      form.amountFen = String(fen);
    }
    for (const each of buttons) each.disabled = true;
    say.textContent = '正在支付…';
    try {
      show(await ask('pay', form));
      setTimeout(look, 1_000);
    } catch (error) {
      say.textContent = error.message;
    }
    for (const each of buttons) each.disabled = false;
  });

void look();
