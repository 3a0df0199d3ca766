import '../frame.js';

const ANSWERS = {
  怎么投注: '选好号码，点“确定”，在确认页点“确认投注”。截止前都可以修改。',
  怎么看开奖: '在“开奖”页可查看各彩种的最新开奖，点进去可验证公平性。',
  怎么充值: '“我的”里点“充值”，选金额和方式，在演示收银台选支付结果。演示充值，不产生真实资金。',
  能提现吗: '可以演示提现：实名、绑卡、设置资金密码后申请，由演示审核台处理，不产生真实资金。',
};
const [chat, asks] = ['chat', 'asks'].map((id) => document.getElementById(id));
const line = (text, who) => {
  const item = document.createElement('li');
  item.className = who;
  item.textContent = text;
  chat.append(item);
  item.scrollIntoView({ block: 'end' });
};
const from = new URLSearchParams(location.search).get('page') ?? '';
if (from !== '' && from !== '/') line(`您咨询的页面：${from}`, '');
for (const [ask, answer] of Object.entries(ANSWERS)) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = ask;
  button.addEventListener('click', () => {
    line(ask, 'me');
    line(answer, '');
  });
  asks.append(button);
}
