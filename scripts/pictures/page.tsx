/**
 * One example on a phone: ?block=tiles or ?screen=wallet-list, and &state=empty; or ?given, and the example is what lies in the session's
 * storage under "example"; or ?kit, the parts of the kit. &brand= names a brand. For pictures, tests, and for looking at in a browser.
 */
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../../engine/screens/kit/kit.css';
import '../../app/shell/shell.css';
import '../../app/shell/bars.css';
import { applyBrand, type Brand } from '../../app/host/brand.ts';
import { loadFamily } from '../../engine/descriptions/load.ts';
import type { CalendarDescription } from '../../engine/descriptions/calendars.ts';
import { calendarOf, resolveGame } from '../../engine/descriptions/resolve.ts';
import { resolveSport, sportGame } from '../../engine/descriptions/sports/resolve.ts';
import type { PassesDescription, SportFile, SportGame } from '../../engine/descriptions/sports/types.ts';
import type { Game, GameDescription } from '../../engine/descriptions/types.ts';
import { GENERIC_BLOCKS } from '../../engine/screens/blocks/register.ts';
import { HostContext } from '../../engine/screens/core/hooks.ts';
import { registerBlocks } from '../../engine/screens/core/registry.ts';
import { ScreenView } from '../../engine/screens/core/screen-view.tsx';
import { FRAME_BLOCKS } from '../../engine/screens/frame/register.ts';
import { LOTTERY_BLOCKS } from '../../engine/screens/lottery/register.ts';
import { SMALL_BLOCKS } from '../../engine/screens/small/register.ts';
import { SPORT_BLOCKS } from '../../engine/screens/sports/register.ts';
import { Kit } from './kit.tsx';
import { documentOf, type Example, exampleHost, inState } from '../../tests/engine/screens/examples/example.ts';

const blocks = import.meta.glob<{ default: Example }>('../../engine/screens/**/example.json');
const answers = import.meta.glob<{ default: Omit<Example, 'screen'> }>('../../tests/engine/screens/examples/*.answers.json');
const screens = import.meta.glob<{ default: Example['screen'] }>('../../tests/engine/screens/examples/*.json');
const brands = import.meta.glob<{ default: Brand }>('../../app/descriptions/brands/*.json');
const games = import.meta.glob<{ default: unknown }>('../../games/**/*.json');

/** The file of a glob whose path ends so. */
async function load<T>(files: Record<string, () => Promise<{ default: T }>>, end: string): Promise<T> {
  const found = Object.entries(files).find(([path]) => path.endsWith(end));
  if (!found) throw new Error(`no file ends in ${end}`);
  return (await found[1]()).default;
}

async function gameOf(code: string): Promise<Game> {
  const description = (await load(games, `/games/${code}.json`)) as GameDescription;
  const named = calendarOf(description);
  const calendar = named === undefined ? undefined : ((await load(games, `/calendars/${named}.json`)) as CalendarDescription);
  if (description.family === undefined) return resolveGame(description, undefined, calendar);
  // The loader makes the plays whole that are like others.
  const loaded = loadFamily(JSON.stringify(await load(games, `/families/${description.family}.json`)), {
    file: `${description.family}.json`,
  });
  if (!loaded.ok) throw new Error(`family ${description.family} is wrong`);
  return resolveGame(description, loaded.document, calendar);
}

async function sportOf(code: string): Promise<SportGame> {
  const file = (await load(games, `/sports/${code}.json`)) as SportFile;
  const whole = resolveSport(file, file.like === undefined ? undefined : ((await load(games, `/sports/${file.like}.json`)) as SportFile));
  const passes = whole.passes === undefined ? undefined : ((await load(games, `/passes/${whole.passes}.json`)) as PassesDescription);
  return sportGame(whole, passes);
}

const query = new URLSearchParams(location.search);
const block = query.get('block');
const screen = query.get('screen') ?? '';

async function wanted(): Promise<Example> {
  if (query.has('given')) return JSON.parse(sessionStorage.getItem('example') ?? '{}') as Example;
  const example = block
    ? await load(blocks, `/${block}/example.json`)
    : { ...(await load(answers, `/${screen}.answers.json`)), screen: await load(screens, `/${screen}.json`) };
  return inState(example, query.get('state') ?? undefined);
}

function Phone({ example, host }: { readonly example: Example; readonly host: ReturnType<typeof exampleHost> }): ReactNode {
  const [title, setTitle] = useState('');
  return (
    <HostContext value={host}>
      <div className="page" style={{ height: block && example.screen.layout !== 'plain' ? 'auto' : '100dvh' }}>
        {block ? null : (
          <header className="header">
            <span />
            <h1 className="header__title">{title}</h1>
            <span className="header__side" />
          </header>
        )}
        <main className="page__main" data-scroller>
          <ScreenView description={documentOf(example)} params={example.params} query={example.query} onTitle={setTitle} />
        </main>
      </div>
    </HostContext>
  );
}

registerBlocks([...GENERIC_BLOCKS, ...LOTTERY_BLOCKS, ...SPORT_BLOCKS, ...SMALL_BLOCKS, ...FRAME_BLOCKS]);
await applyBrand(await load(brands, `/${query.get('brand') ?? 'caipu'}.json`));

async function phone(): Promise<ReactNode> {
  const example = await wanted();
  const described = await Promise.all((example.games ?? []).map(gameOf));
  const sports = await Promise.all((example.sports ?? []).map(sportOf));
  const byCode = <T extends { readonly code: string }>(list: readonly T[]) => Object.fromEntries(list.map((each) => [each.code, each]));
  return <Phone example={example} host={exampleHost(example, byCode(described), byCode(sports))} />;
}

createRoot(document.getElementById('app') as HTMLElement).render(query.has('kit') ? <Kit /> : await phone());
