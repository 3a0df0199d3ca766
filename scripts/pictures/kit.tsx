/** The parts that blocks are drawn with, each in all its forms, for the visual comparison of the tests (?kit). */
import type { ReactNode } from 'react';
import { ICON_NAMES, SCENE_NAMES } from '../../engine/descriptions/icons.ts';
import type { Tone } from '../../engine/descriptions/types.ts';
import { Ball } from '../../engine/screens/kit/balls.tsx';
import { Button } from '../../engine/screens/kit/button.tsx';
import { Chips } from '../../engine/screens/kit/chips.tsx';
import { GameEmblem } from '../../engine/screens/kit/emblem.tsx';
import { Icon } from '../../engine/screens/kit/icon.tsx';
import { Keypad } from '../../engine/screens/kit/keypad.tsx';
import { MiniBalls } from '../../engine/screens/kit/mini-balls.tsx';
import { PlayMoney } from '../../engine/screens/kit/play-money.tsx';
import { Scene } from '../../engine/screens/kit/scene.tsx';
import { SkeletonBlock } from '../../engine/screens/kit/skeleton.tsx';

const TONES: readonly Tone[] = ['red', 'blue', 'green', 'gold', 'ink'];
const LOOKS = ['ball', 'digit', 'die', 'car'] as const;
const nothing = () => {};
const row = { display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' } as const;

const PARTS: Readonly<Record<string, ReactNode>> = {
  buttons: (
    <>
      <Button variant="primary">确定</Button>
      <Button>取消</Button>
      <Button variant="ghost">机选</Button>
      <Button variant="quiet">更多</Button>
      <Button variant="primary" disabled>
        确定
      </Button>
      <Button variant="primary" busy>
        提交中
      </Button>
    </>
  ),
  chips: (
    <Chips label="状态" chips={['全部', '待开奖', '已中奖'].map((label) => ({ value: label, label }))} value="待开奖" onChange={nothing} />
  ),
  balls: LOOKS.flatMap((look) =>
    look === 'ball' || look === 'digit'
      ? TONES.map((tone) => <Ball key={look + tone} value={7} pad={2} look={look} tone={tone} />)
      : [1, 2, 3, 4, 5, 6, ...(look === 'car' ? [7, 8, 9, 10] : [])].map((value) => <Ball key={look + value} value={value} look={look} />),
  ),
  minis: (
    <>
      <MiniBalls
        groups={[
          { look: 'ball', tone: 'red', values: ['01', '05', '12', '18', '26', '33'], bankers: 2, hits: [1, 4] },
          { look: 'ball', tone: 'blue', values: ['09'], hits: [0], more: 3 },
        ]}
      />
      <MiniBalls groups={[{ look: 'car', tone: 'red', values: ['1', '4', '10'] }]} />
      <MiniBalls groups={[{ label: '和值', look: 'chip', tone: 'ink', values: ['大', '单'] }]} />
      <MiniBalls groups={[{ look: 'die', tone: 'red', values: ['555', '1'] }]} />
    </>
  ),
  icons: ICON_NAMES.map((name) => <Icon key={name} name={name} size={24} />),
  emblems: TONES.map((tone, at) => (
    <GameEmblem key={tone} menu={{ tone, icon: ['balls', 'dice', 'car', 'balls', 'dice'][at] ?? 'balls' }} />
  )),
  scenes: SCENE_NAMES.map((name) => <Scene key={name} name={name} />),
  keypad: <Keypad label="数字" point onKey={nothing} />,
  marks: (
    <>
      <PlayMoney />
      <PlayMoney short />
      <span className="badge badge--win">已中奖</span>
      <span className="badge badge--info">待开奖</span>
      <span className="badge">已退款</span>
    </>
  ),
  skeleton: <SkeletonBlock rows={2} />,
};

export function Kit(): ReactNode {
  return (
    <div className="page" style={{ height: 'auto' }}>
      <main className="page__main">
        {Object.entries(PARTS).map(([name, part]) => (
          <section key={name} data-part={name} style={{ ...row, padding: 12 }}>
            {part}
          </section>
        ))}
      </main>
    </div>
  );
}
