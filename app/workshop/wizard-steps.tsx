/** The steps of the wizard: each shows its part of the choices and sets it. */
import type { ReactNode } from 'react';
import type { FamilyDescription, Zone } from '../../engine/descriptions/types.ts';
import { percentText } from '../../engine/rules/fraction-text.ts';
import type { PlayOdds } from '../../engine/rules/odds.ts';
import type { OwnDraw } from '../../engine/rules/starter/plays.ts';
import type { Choices, groupsOf } from '../../engine/rules/starter/draft.ts';
import { ChoiceCard, IntegerField } from './wizard-fields.tsx';

const OWN: Readonly<Record<OwnDraw['kind'], { readonly label: string; readonly note: string; readonly draw: OwnDraw }>> = {
  digits: { label: '数字', note: '几位数字，各位独立，可以重复', draw: { kind: 'digits', from: 0, to: 9, pick: 3 } },
  dice: { label: '骰子', note: '几颗骰子', draw: { kind: 'dice', from: 1, to: 6, pick: 3 } },
  set: { label: '摇号，不分先后', note: '从一组号码里开出几个不同的', draw: { kind: 'set', from: 1, to: 80, pick: 20 } },
  sequence: { label: '摇号，分先后', note: '开出几个不同的号码，次序有用', draw: { kind: 'sequence', from: 1, to: 20, pick: 5 } },
};
const TONES = { red: '红', blue: '蓝', green: '绿', gold: '金', ink: '墨' } as const;
const DAYS = ['一', '二', '三', '四', '五', '六', '日'];

interface StepProps {
  readonly choices: Choices;
  readonly set: (part: Partial<Choices>) => void;
}

export function DrawStep({ choices, families, set }: StepProps & { readonly families: ReadonlyMap<string, FamilyDescription> }): ReactNode {
  const { family, draw } = choices;
  return (
    <>
      <fieldset className="wizard__cards">
        <legend>和已有的彩种一样开奖</legend>
        {[...families].map(([code, each]) => (
          <ChoiceCard
            key={code}
            name={each.name}
            note={`${each.draw.zones.map(zoneText).join('，')}；${each.playGroups.reduce((sum, { plays }) => sum + plays.length, 0)} 种玩法`}
            chosen={family === code}
            onChoose={() => set({ family: code, omit: each.omitPlays ?? [] })}
          />
        ))}
      </fieldset>
      <fieldset className="wizard__cards">
        <legend>自己的开奖</legend>
        {Object.values(OWN).map((each) => (
          <ChoiceCard
            key={each.label}
            name={each.label}
            note={each.note}
            chosen={family === '' && draw.kind === each.draw.kind}
            onChoose={() => set({ family: '', omit: [], draw: each.draw })}
          />
        ))}
      </fieldset>
      {family === '' ? (
        <div className="wizard__row">
          <IntegerField
            label="最小号码"
            value={draw.from}
            least={0}
            most={draw.to - 1}
            onChange={(from) => set({ draw: { ...draw, from } })}
          />
          <IntegerField
            label="最大号码"
            value={draw.to}
            least={draw.from + 1}
            most={99}
            onChange={(to) => set({ draw: { ...draw, to } })}
          />
          <IntegerField
            label="开出几个"
            value={draw.pick}
            least={draw.kind === 'set' ? 2 : 1}
            most={draw.kind === 'digits' || draw.kind === 'dice' ? 5 : Math.min(draw.kind === 'set' ? 20 : 10, draw.to - draw.from)}
            onChange={(pick) => set({ draw: { ...draw, pick } })}
          />
        </div>
      ) : null}
    </>
  );
}

function zoneText({ kind, from, to, pick, label }: Zone): string {
  const what = kind === 'digits' ? '可重复' : kind === 'sequence' ? '分先后' : '不分先后';
  return `${label} ${from}–${to} 开 ${pick} 个，${what}`;
}

export function NameStep({ choices, set }: StepProps): ReactNode {
  return (
    <>
      <div className="wizard__row">
        <label>
          名称
          <input value={choices.name} maxLength={20} onChange={({ currentTarget: { value } }) => set({ name: value })} />
        </label>
        <label>
          代码
          <input
            value={choices.code}
            maxLength={32}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget: { value } }) => set({ code: value.trim() })}
          />
        </label>
      </div>
      <label>
        名称下面的一句话
        <input
          value={choices.tagline}
          maxLength={30}
          placeholder="每 10 分钟一期"
          onChange={({ currentTarget: { value } }) => set({ tagline: value })}
        />
      </label>
      <fieldset className="wizard__tones">
        <legend>颜色</legend>
        {Object.entries(TONES).map(([tone, label]) => (
          <label key={tone} className="wizard__check">
            <input type="radio" name="tone" checked={choices.tone === tone} onChange={() => set({ tone })} />
            {label}
          </label>
        ))}
      </fieldset>
    </>
  );
}

export function PlayStep({
  choices,
  groups,
  odds,
  set,
}: StepProps & { readonly groups: ReturnType<typeof groupsOf>; readonly odds: readonly PlayOdds[] }): ReactNode {
  const { omit } = choices;
  return (
    <>
      {choices.family === '' ? (
        <div className="wizard__row">
          <IntegerField
            label="返奖率（%）"
            value={choices.returns / 100}
            least={50}
            most={99}
            onChange={(value) => set({ returns: value * 100 })}
          />
          <p className="wizard__note">奖金由此精确算出，舍去不足一分；以后可以在文件里逐个改。</p>
        </div>
      ) : null}
      {groups.map(({ code, name, plays }) => (
        <fieldset key={code} className="wizard__plays">
          <legend>{name}</legend>
          {plays.map((play) => {
            const returns = odds.find((each) => each.code === play.code)?.returns;
            return (
              <label key={play.code} className="wizard__check" title={play.hint}>
                <input
                  type="checkbox"
                  checked={!omit.includes(play.code)}
                  onChange={({ currentTarget: { checked } }) =>
                    set({ omit: checked ? omit.filter((each) => each !== play.code) : [...omit, play.code] })
                  }
                />
                {play.name} <small>{returns === undefined ? '' : percentText(returns.average)}</small>
              </label>
            );
          })}
        </fieldset>
      ))}
    </>
  );
}

export function TimeStep({ choices, set }: StepProps): ReactNode {
  const { kind, first, everySeconds, draws, days, closeBeforeSeconds } = choices;
  const kinds = { interval: '每天，当天结束', sessions: '每天，开到零点以后', weekly: '每周几天' } as const;
  return (
    <>
      <fieldset className="wizard__tones">
        <legend>什么时候开奖</legend>
        {(Object.keys(kinds) as (keyof typeof kinds)[]).map((each) => (
          <label key={each} className="wizard__check">
            <input type="radio" name="schedule" checked={kind === each} onChange={() => set({ kind: each })} />
            {kinds[each]}
          </label>
        ))}
      </fieldset>
      <div className="wizard__row">
        <label>
          {kind === 'weekly' ? '开奖时间' : '第一期开奖'}
          <input type="time" value={first} onChange={({ currentTarget: { value } }) => value !== '' && set({ first: value })} />
        </label>
        {kind === 'weekly' ? null : (
          <>
            <IntegerField
              label="每隔几秒一期"
              value={everySeconds}
              least={10}
              most={86_400}
              onChange={(value) => set({ everySeconds: value })}
            />
            <IntegerField label="一天几期" value={draws} least={1} most={8_640} onChange={(value) => set({ draws: value })} />
          </>
        )}
        <IntegerField
          label="提前几秒截止"
          value={closeBeforeSeconds}
          least={1}
          most={86_400}
          onChange={(value) => set({ closeBeforeSeconds: value })}
        />
      </div>
      {kind === 'weekly' ? (
        <fieldset className="wizard__tones">
          <legend>星期</legend>
          {DAYS.map((name, at) => (
            <label key={name} className="wizard__check">
              <input
                type="checkbox"
                checked={days.includes(at + 1)}
                onChange={({ currentTarget: { checked } }) =>
                  set({ days: checked ? [...days, at + 1].sort((a, b) => a - b) : days.filter((day) => day !== at + 1) })
                }
              />
              {name}
            </label>
          ))}
        </fieldset>
      ) : (
        <p className="wizard__note">最后一期在 {lastDraw(choices)} 开奖。</p>
      )}
    </>
  );
}

/** On the clock of the schedule. */
function lastDraw({ first, everySeconds, draws }: Choices): string {
  const [hours = 0, minutes = 0] = first.split(':').map(Number);
  const at = hours * 3_600 + minutes * 60 + everySeconds * (draws - 1);
  const two = (value: number): string => String(value).padStart(2, '0');
  const days = Math.floor(at / 86_400);
  const clock = `${two(Math.floor(at / 3_600) % 24)}:${two(Math.floor(at / 60) % 60)}`;
  return days === 0 ? clock : days === 1 ? `第二天 ${clock}` : `${days} 天后的 ${clock}`;
}

export function LimitStep({ choices, set }: StepProps): ReactNode {
  return (
    <>
      <div className="wizard__row">
        <IntegerField
          label="最高倍数"
          value={choices.multiplier}
          least={1}
          most={1_000_000}
          onChange={(value) => set({ multiplier: value })}
        />
        <IntegerField label="最多追几期" value={choices.issues} least={1} most={1_000} onChange={(value) => set({ issues: value })} />
      </div>
      <fieldset className="wizard__tones">
        <legend>发布以后</legend>
        <label className="wizard__check">
          <input type="radio" name="sale" checked={!choices.onSale} onChange={() => set({ onSale: false })} />
          先不出售，玩家看到“即将开售”
        </label>
        <label className="wizard__check">
          <input type="radio" name="sale" checked={choices.onSale} onChange={() => set({ onSale: true })} />
          马上出售
        </label>
      </fieldset>
    </>
  );
}
