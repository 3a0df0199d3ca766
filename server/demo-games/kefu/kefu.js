import '../frame.js';

const ANSWERS = {
  怎么投注: '选好号码，点“确定”，在确认页点“确认投注”。截止前都可以修改。',
  怎么看开奖: '“开奖”一栏有全部彩种的最新开奖，点进去能自己验证公平性。',
  能提现吗: '不能。彩谱使用演示金，无现金价值。',
};
const [chat, asks] = ['chat', 'asks'].map((id) => document.getElementById(id));
const line = (text, who) => {
  const item = document.createElement('li');
  item.className = who;
  item.textContent = text;
  chat.append(item);
  item.scrollIntoView({ block: 'end' });
};
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
