import { pick, ready } from '../frame.js';

const PRIZES = [0, 5, 10, 20, 0, 50];
const COLOURS = ['#e6e3df', '#f5c451', '#c8102e', '#1f5fbf', '#e6e3df', '#1b7a4b'];
const INK = ['#1d1d1f', '#1d1d1f', '#fff', '#fff', '#1d1d1f', '#fff'];
const SPIN = 10;
const TURN = 360 / PRIZES.length;
const [wheel, points, say, spin] = ['wheel', 'points', 'say', 'spin'].map((id) => document.getElementById(id));
const NS = 'http://www.w3.org/2000/svg';

function at(degrees, radius) {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(Math.cos(angle) * radius).toFixed(2)} ${(Math.sin(angle) * radius).toFixed(2)}`;
}
PRIZES.forEach((prize, index) => {
  const slice = document.createElementNS(NS, 'path');
  slice.setAttribute('d', `M0 0 L${at(index * TURN - TURN / 2, 98)} A98 98 0 0 1 ${at(index * TURN + TURN / 2, 98)} Z`);
  slice.setAttribute('fill', COLOURS[index]);
  const text = document.createElementNS(NS, 'text');
  const [x, y] = at(index * TURN, 66).split(' ');
  text.setAttribute('x', x);
  text.setAttribute('y', y);
  text.setAttribute('fill', INK[index]);
  text.setAttribute('font-size', '20');
  text.setAttribute('text-anchor', 'middle');
  text.setAttribute('dominant-baseline', 'middle');
  text.textContent = String(prize);
  wheel.append(slice, text);
});

let have = 100;
let turned = 0;
ready(spin, () => {
  if (have < SPIN) {
    have = 100;
    points.textContent = String(have);
    say.textContent = '积分已用完，赠送您 100 积分';
    return;
  }
  have -= SPIN;
  points.textContent = String(have);
  say.textContent = '转动中…';
  spin.disabled = true;
  const index = pick(PRIZES.length);
  turned += 1440 + ((360 - (turned % 360) - index * TURN + 720) % 360);
  wheel.style.transform = `rotate(${turned}deg)`;
  let over = false;
  const stop = () => {
    if (over) return;
    over = true;
    have += PRIZES[index];
    points.textContent = String(have);
    say.textContent = PRIZES[index] === 0 ? '未中奖，再转一次' : `获得 ${PRIZES[index]} 积分`;
    spin.disabled = false;
  };
  wheel.addEventListener('transitionend', stop, { once: true });
  setTimeout(stop, 2_600);
});
