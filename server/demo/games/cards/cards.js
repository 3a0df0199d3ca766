import { pick, ready } from '../frame.js';

const FACES = ['梅', '兰', '竹', '菊', '松'];
const DEAL = 10;
const WIN = 30;
const [cards, points, say, again] = ['cards', 'points', 'say', 'again'].map((id) => document.getElementById(id));
let have = 100;
let open = [];

function shuffled(list) {
  const left = [...list];
  return list.map(() => left.splice(pick(left.length), 1)[0]);
}

function deal() {
  open = [];
  const faces = shuffled([...FACES, FACES[pick(FACES.length)]]);
  cards.replaceChildren(
    ...faces.map((face, index) => {
      const card = document.createElement('button');
      card.type = 'button';
      card.textContent = '？';
      card.setAttribute('aria-label', `第 ${index + 1} 张，未翻开`);
      card.addEventListener('click', () => turn(card, face, index));
      return card;
    }),
  );
}

function turn(card, face, index) {
  if (open.length === 2 || card.disabled) return;
  card.textContent = face;
  card.className = 'open';
  card.disabled = true;
  card.setAttribute('aria-label', `第 ${index + 1} 张，${face}`);
  open.push(face);
  if (open.length < 2) return;
  const won = open[0] === open[1];
  if (won) have += WIN;
  points.textContent = String(have);
  say.textContent = won ? `两张都是${face}，得 ${WIN} 积分` : '两张不同，再来一次';
}

ready(again, () => {
  have = have < DEAL ? 100 : have - DEAL;
  points.textContent = String(have);
  say.textContent = '翻出一对得 30 积分';
  deal();
});
deal();
