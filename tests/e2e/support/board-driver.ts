/**
 * Plays a list of fills on an open game screen, inside the browser: `page.evaluate(driveBoard, plans)`. One journey for a whole game,
 * for a journey for each tap would take minutes. It presses the same elements that a thumb would, found by what they say, and it waits
 * for what is rendered; it knows nothing of the app's insides.
 */

/** Chooses a board by its name and fills it in each of these ways, from empty each time. */
export interface PlayPlan {
  /** False where the game has but one board. */
  readonly choose: boolean;
  /** Name of the board. */
  readonly name: string;
  readonly fills: readonly Fill[];
}

export interface Fill {
  /** random: 机选. taps: what `taps` and `texts` say. */
  readonly how: 'random' | 'taps';
  readonly taps: readonly Tap[];
  readonly texts: readonly { readonly area: number; readonly text: string }[];
  /** What the bet bar must come to say; null: anything but no bets. */
  readonly figures: string | null;
}

export interface Tap {
  /** Which area of the board, from 0. */
  readonly area: number;
  /** "万位 3", as the cell is called before its remarks. */
  readonly cell: string;
  readonly banker: boolean;
}

/** What stands on the screen after a fill. */
export interface Reading {
  readonly areas: readonly { readonly picked: readonly string[]; readonly bankers: readonly string[]; readonly text: string | null }[];
  /** "12 注 · ¥24" */
  readonly figures: string;
  /** Why 确定 cannot be pressed; '' when it can. */
  readonly reason: string;
}

/** One list of readings for each plan, one reading for each fill. Rejects, saying what it waited for, when the screen does not follow. */
export async function driveBoard(plans: readonly PlayPlan[]): Promise<Reading[][]> {
  const patienceMs = 10_000;
  const one = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E => {
    const found = within.querySelector<E>(selector);
    if (!found) throw new Error(`nothing on the screen is ${selector}`);
    return found;
  };
  const channel = new MessageChannel();
  /** Lets the page work: a task behind those that wait already, and when many of them did not suffice, a frame. */
  const turn = (nth: number): Promise<unknown> =>
    new Promise((resolve) => {
      if (nth > 40) requestAnimationFrame(resolve);
      else {
        channel.port1.onmessage = resolve;
        channel.port2.postMessage(null);
      }
    });
  /** Waits until `look` gives something. Looks after every turn of the page: thousands of frames would be minutes. */
  const until = async <T>(what: () => string, look: () => T | undefined | false | null): Promise<T> => {
    const end = performance.now() + patienceMs;
    for (let nth = 0; ; nth += 1) {
      const found = look();
      if (found !== undefined && found !== false && found !== null) return found;
      if (performance.now() > end) throw new Error(`waited in vain for ${what()}`);
      await turn(nth);
    }
  };
  const board = (): HTMLElement => one('[role=tabpanel].board');
  const areas = (): HTMLElement[] => [...board().querySelectorAll<HTMLElement>(':scope > fieldset')];
  const areaAt = (index: number): HTMLElement => {
    const area = areas()[index];
    if (!area) throw new Error(`the board has no area ${index}`);
    return area;
  };
  const says = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent ?? '';
  const named = (name: string, within: ParentNode, selector = 'button'): HTMLElement => {
    const found = [...within.querySelectorAll<HTMLElement>(selector)].find((element) => says(element) === name);
    if (!found) throw new Error(`there is no ${name} to press`);
    return found;
  };
  const bar = (): HTMLElement => one('section.bet-bar');
  const figures = (): string => (one('[role=status]', bar()).textContent ?? '').trim();
  const reason = (): string => (one('.bet-bar__reason', bar()).textContent ?? '').trim();

  const choose = async ({ choose: chosen, name }: PlayPlan): Promise<void> => {
    const segments = document.querySelector('[role=tablist][aria-label="玩法"]');
    if (chosen && segments) named(name, segments, '[role=tab]').click();
    else if (chosen) {
      one('.play-tabs__open').click();
      const drawer = await until(
        () => 'the drawer of plays',
        () => document.querySelector<HTMLElement>('dialog[open] .play-drawer'),
      );
      const groups = [...drawer.querySelectorAll<HTMLElement>('[role=tab]')];
      const find = () => [...drawer.querySelectorAll<HTMLElement>('button:not([role=tab])')].find((each) => says(each) === name);
      // The rail shows the plays of one group at a time.
      for (const group of groups) {
        if (find()) break;
        group.click();
        await until(
          () => `the plays of ${says(group)}`,
          () => group.getAttribute('aria-selected') === 'true',
        );
      }
      named(name, drawer, 'button:not([role=tab])').click();
    }
    await until(
      () => `the board of ${name}, it is ${says(board())}`,
      () => says(board()) === `${name}选号`,
    );
  };
  const empty = async (): Promise<void> => {
    const clear = [...bar().querySelectorAll('button')].find((button) => button.textContent === '清空');
    clear?.click();
    await until(
      () => `an empty board, it has ${figures()}`,
      () => /^0 注/.test(figures()) && [...board().querySelectorAll('textarea')].every(({ value }) => value === ''),
    );
  };

  /** The field for typed entries travels by itself. */
  const arrived = (): Promise<unknown> =>
    until(
      () => 'the field of the board',
      () => board().querySelector('[aria-busy=true]') === null,
    );

  const tapAll = async (taps: readonly Tap[]): Promise<void> => {
    for (const { area: index, cell, banker } of taps) {
      const area = areaAt(index);
      const mode = area.querySelector('.board-mode');
      if (mode) {
        const wanted = named(banker ? '胆码' : '拖码', mode);
        if (wanted.getAttribute('aria-pressed') !== 'true') {
          wanted.click();
          await until(
            () => `${says(wanted)} to be on`,
            () => wanted.getAttribute('aria-pressed') === 'true',
          );
        }
      }
      const found = [...area.querySelectorAll<HTMLElement>('button.pick')].find((each) => says(each).split('，')[0] === cell);
      if (!found) throw new Error(`no cell ${cell} in ${says(area)}`);
      found.click();
    }
  };
  const type = async (index: number, text: string): Promise<void> => {
    await arrived();
    const field = one<HTMLTextAreaElement>('textarea', areaAt(index));
    // As a keyboard does: the page's own script hears of it by the event alone.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  const read = (): Reading => ({
    areas: areas().map((area) => {
      const chosen = [...area.querySelectorAll('button.pick[aria-pressed=true]')].map((each) => says(each).split('，'));
      const of = (banker: boolean) => chosen.filter((words) => words.includes('胆码') === banker).map(([cell]) => cell as string);
      return { picked: of(false), bankers: of(true), text: area.querySelector('textarea')?.value ?? null };
    }),
    figures: figures(),
    reason: reason(),
  });

  const readings: Reading[][] = [];
  for (const plan of plans) {
    try {
      await choose(plan);
      const own: Reading[] = [];
      for (const fill of plan.fills) {
        await arrived();
        await empty();
        if (fill.how === 'random') named('机选', bar()).click();
        await tapAll(fill.taps);
        for (const { area, text } of fill.texts) await type(area, text);
        const wanted = fill.figures;
        // A wrong figure is read and told, not waited for in vain.
        await until(
          () => `${wanted ?? 'some bets'}`,
          () => (wanted === null ? !/^0 注/.test(figures()) : figures() === wanted),
        ).catch(() => undefined);
        // A random bet is written into the field after it has been counted.
        if (fill.how === 'random')
          await until(
            () => 'the random bet in the field',
            () => [...board().querySelectorAll('textarea')].every(({ value }) => value !== ''),
          );
        own.push(read());
      }
      readings.push(own);
    } catch (error) {
      throw new Error(`${plan.name}: ${(error as Error).message}`);
    }
  }
  return readings;
}
