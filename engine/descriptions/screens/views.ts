/**
 * Which blocks of a screen belong to the view that an address opens. A screen may hold several views (a list, its slip) in one state whose
 * value stands in the address: each block says `"when": "state.view == 'slip'"`. What belongs to another view need not be loaded first.
 */
interface Viewed {
  readonly block: string;
  readonly when?: unknown;
  readonly blocks?: readonly Viewed[];
}

export interface ViewsOfScreen {
  readonly state?: Readonly<Record<string, { readonly value: unknown; readonly address?: boolean }>>;
  readonly blocks?: readonly Viewed[];
}

/** The one form of a condition that names a view. Anything else is taken to hold. */
const VIEW = /^state\.(\w+) == '([^']*)'$/;

/** Names of the blocks of this view and of groups in it, in the order of the screen. `query`: of the address; left out: the first view. */
export function blocksInView(screen: ViewsOfScreen, query: Readonly<Record<string, string>> = {}): string[] {
  const holds = ({ block, when }: Viewed): boolean => {
    // It opens over the page, and seldom: no page waits for it.
    if (block === 'dialog') return false;
    const [, name = '', value] = (typeof when === 'string' && VIEW.exec(when)) || [];
    const state = value === undefined || !Object.hasOwn(screen.state ?? {}, name) ? undefined : screen.state?.[name];
    if (state === undefined) return true;
    return (state.address === true && Object.hasOwn(query, name) ? query[name] : state.value) === value;
  };
  const names = (blocks: readonly Viewed[] = []): string[] =>
    blocks.filter(holds).flatMap(({ block, blocks: inside }) => [block, ...names(inside)]);
  return names(screen.blocks);
}

/** Each view of a screen by the value of its state; '' for the one that opens first. */
export function viewsOf(screen: ViewsOfScreen): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const views = new Map<string, Readonly<Record<string, string>>>([['', {}]]);
  const walk = (blocks: readonly Viewed[] = []): void => {
    for (const { when, blocks: inside } of blocks) {
      const [, name = '', value] = (typeof when === 'string' && VIEW.exec(when)) || [];
      const state = screen.state?.[name];
      if (value !== undefined && state?.address === true && state.value !== value) views.set(value, { [name]: value });
      walk(inside);
    }
  };
  walk(screen.blocks);
  return views;
}
