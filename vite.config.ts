import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { minify } from '@swc/core';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where the reference server listens in development. */
const server = process.env.CAIPU_API ?? `http://127.0.0.1:${process.env.PORT ?? 8080}`;

/** Small parts of most screens, a board among them: files of one kilobyte each take longer to ask for than to send. */
const PARTS =
  /engine\/(screens\/(core\/(lazy-part|render-counter|use-model|use-row-slices|settings|vibrate|write-text)\.|blocks\/(play-money\/|parts\/(described-empty|picture|use-loaded|use-ready|ready|source-error|tone|games-of|marks)\.)|kit\/(emblem|play-money|balls|sheet|chips|use-chosen-in-view|whole-days)\.|lottery\/(next-draw|last-draw|every-second)\.)|descriptions\/(schedule|sessions|tones|weekly)\.ts)/;

/** What home is drawn with besides, and most lists. */
const HOME =
  /engine\/screens\/(blocks\/((banner|notice-bar|menu-grid|tiles|rows)\/(?!virtual-list|headed-list|swipe|select-list|switch-row)|progress\/bar\.|parts\/(use-pull|template-row|list-frame|records|section|action-button)\.)|lottery\/blocks\/game-tiles\/)/;

/** Files that the entry imports: those of the groups `react` and `lang`, and two that the bundler makes for them. */
const ENTRY_FILES = /assets\/(react|lang|rolldown-runtime|time-units)-[\w-]+\.js$/;

/** What every screen is written in: expressions, amounts, times, icons. */
const LANGUAGE =
  /node_modules\/jsep\/|engine\/(rules\/amount\.ts|descriptions\/(format|icons|screens\/(expression|helpers|values|time))\.ts|descriptions\/generated\/(drawings\.js|\w+\.svg)|screens\/kit\/(icon|scene)\.tsx)/;

/** A game's machines and what drives them: its page and its slip are two screens over them. */
const PLAY =
  /engine\/screens\/lottery\/((runtimes?|version-updates|cells|boards|drive-chase|drive-clock|shared-slip|scroll-to-picks|place-when-shown|use-game|use-slip-issue|random|game-provider|rules)\.|blocks\/(countdown\/|slip\/multiplier|bet-bar\/random-part|parts\/bonus-note))|engine\/(machines\/(ball-selection|selection-areas|held-picks|bet-slip|chase|draw-clock))\.ts/;
/** What games of numbers, of matches and live scores stand on. */
const GAMES =
  /engine\/(screens\/(core\/(use-current|persisted-draft|observable)|kit\/(tabs|stepper)|slip\/calls|lottery\/text|sports\/favourites)\.|rules\/(rule-definition-error|price)\.ts)/;
/** What games of numbers have in common with the small games, which want no more of them. */
const BOTH = /engine\/(rules\/math|drivers\/shake)\.ts/;
/** The draw on its stage: on a board, in the results, in an order. */
const STAGE =
  /engine\/(screens\/lottery\/((use-draw-stage|draw-events|stage-settings)\.|blocks\/parts\/use-wide\.)|machines\/draw-stage\.ts)/;
/** A list of matches: what is known of its offers, what is picked, list and bar. What a tap opens, and the slip, are files of their own. */
const MATCHES =
  /engine\/(screens\/sports\/((calls|filters|offer-book|pick-cells|plays|missing-picks|runtime|sport-provider|sports|use-exclusive|use-sport|words)\.|blocks\/match-(board|bar)\/(?!filter-sheet|match-sheet|no-matches|picked-sheet))|machines\/(match-picks|picked-matches)\.ts|descriptions\/sports\/conditions\.ts)/;
/** The blocks of the game page, in one file. What a tap opens is a file of its own, as are the slip and what signs a request. */
const BOARD =
  /engine\/(screens\/lottery\/(blocks\/((ball-board|bet-bar|game-head|latest-draw|play-info|play-tabs)\/(?!lines-field|sets-field|play-facts|play-drawer|random-sheet|random-part|shake-picks|recent-draws|slip-aside|head-panel|draws-panel|use-pull-panel)|parts\/game-layout)|(recent-plays|number-statistics|past-draws|best-prize)\.)|screens\/core\/debounce\.)/;
const SLIP =
  /engine\/(screens\/lottery\/((use-limits|submit)\.|blocks\/(slip\/(?!multiplier|slip-accepted|slip-refused)|chase-plan\/))|rules\/(line-numbers|format-line)\.ts)/;
/** What the slips of numbers and of matches have in common. */
const SLIPS = /engine\/screens\/slip\/(use-coupon|coupons|group-buy|group-buy-cell|slip-cell|outcome|outcomes|doubt-sheet|slip-outcome)\./;
/** What the slip of matches and the optimised bet have in common: their runtime, and what both show. */
const MATCH_SLIP =
  /engine\/(screens\/sports\/(slip\/(coupon-row|use-slip|shown-plays|blocked|changed-offers|keep-slip|odds-policy|same-bets|slip-words|slip-runtime)|blocks\/match-slip\/(slip-notices|slip-outcome|use-blocked))\.|machines\/match-(passes|slip|slip-change)\.|rules\/sports\/(pool|range|unit-range|tickets)\.)/;
/** What a board asks of the rules; how likely a play wins, and what it can pay, comes when somebody has picked a bet. */
const RULES =
  /engine\/rules\/((board|count|missing-picks|line-terms|omission|pointers|read-line|symmetric|tuple-space|zones)\.ts|kinds\/[\w-]+\.ts)|engine\/descriptions\/(sets|periods|canonical)\.ts/;
const CHANCES =
  /engine\/rules\/((budget|chances|compile|winning-condition|derived-draws|zone-figures|predicate|probability|range|returns|search-extremes|draw-space|tickets)\.ts|kinds\/draws\/)/;
/** What a slip of a game with limits asks; few games have any. */
const LIMITS = /engine\/(rules\/(limits|max-prize)|descriptions\/floating)\.ts/;
/** Sheets that the app opens by itself: a file for each of them costs more in names than it saves. */
const ASKED = /app\/shell\/(news-sheet|question-sheet|offer-strip|result-sheet)\./;
const SIGNING = /node_modules\/crypto-js\/|app\/platform\/hmac\.ts/;

/** The testers' page and the back office in development; in production the server has them under the same names. */
const tools: Plugin = {
  name: 'tools',
  configureServer(server) {
    const { middlewares } = server;
    for (const [from, to] of [
      ['/workbench', '/app/workbench/workbench.html'],
      ['/workshop', '/operator/desk/workshop'],
    ] as const)
      middlewares.use(from, (_request, response) => {
        response.writeHead(302, { location: to });
        response.end();
      });
    middlewares.use('/operator/desk', (request, response, next) => {
      const html = readFileSync('app/desk/desk.html', 'utf8').replace('./main.tsx', '/app/desk/main.tsx');
      server.transformIndexHtml(request.url ?? '/', html).then((page) => response.setHeader('content-type', 'text/html').end(page), next);
    });
  },
};

/**
 * Writes preload.json: for each block, and for the code that all game screens share, the files that it is drawn with. The server names
 * those of a page's screen in the page, so that they travel while the entry is still being read.
 */
const preload: Plugin = {
  name: 'preload',
  // After Vite has taken away the chunks that hold nothing but styles.
  enforce: 'post',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
    const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
    const entry = chunks.find((chunk) => chunk.isEntry);
    const closure = (file: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(file)) return seen;
      seen.add(file);
      for (const next of byFile.get(file)?.imports ?? []) closure(next, seen);
      return seen;
    };
    // The page itself names what the entry imports.
    const known = entry ? closure(entry.fileName) : new Set<string>();
    const files: Record<string, readonly string[]> = {};
    for (const chunk of chunks)
      for (const id of Object.keys(chunk.modules)) {
        const name =
          /\/([a-z0-9-]+)\/\1\.tsx$/.exec(id)?.[1] ?? (GAME_CODE.test(id) ? '@game' : SPORT_CODE.test(id) ? '@sport' : undefined);
        if (name === undefined) continue;
        const scripts = [...closure(chunk.fileName)].filter((file) => byFile.has(file) && !known.has(file));
        const styles = scripts.flatMap((file) => [...(byFile.get(file)?.viteMetadata?.importedCss ?? [])]);
        files[name] = [...new Set([...(files[name] ?? []), ...scripts, ...styles])];
      }
    this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify(files) });
  },
};
/** What a screen of a game is drawn with, whatever its blocks. */
const GAME_CODE = /engine\/(screens\/lottery\/game-provider\.tsx|rules\/board\.ts)$/;
const SPORT_CODE = /engine\/screens\/sports\/sport-provider\.tsx$/;

/**
 * Has the entry of the app run after the first paint (app/start.js). It is preloaded like the rest, and is no script of the page any more.
 */
const START = readFileSync(new URL('./app/start.js', import.meta.url), 'utf8');
const startFile = `assets/start-${createHash('sha256').update(START).digest('hex').slice(0, 8)}.js`;
const afterFirstPaint: Plugin = {
  name: 'after-first-paint',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: startFile, source: START });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html
        .replace(
          /<script type="module" crossorigin src="([^"]+)"><\/script>/,
          (_, main) =>
            `<link rel="modulepreload" crossorigin href="${main}">\n    <script defer src="/${startFile}" data-main="${main}"></script>`,
        )
        .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"'),
  },
};

/** XState's bridge to a browser extension, which no machine here asks for (`devTools`): the workbench shows them. */
const noDevTools: Plugin = {
  name: 'no-dev-tools',
  apply: 'build',
  transform: (_code, id) =>
    id.endsWith('/xstate-dev.esm.js') ? { code: 'export const devToolsAdapter = () => {};', map: null } : undefined,
};

/**
 * Simplifies each script before Vite's own minifier renames and prints it: SWC joins and inlines more, 1 % of what home loads. React's file
 * gets no smaller by it.
 */
const simplified: Plugin = {
  name: 'simplified',
  apply: 'build',
  renderChunk: {
    order: 'post',
    handler: async (code, { name }) =>
      name === 'react'
        ? null
        : {
            code: (await minify(code, { module: true, ecma: 2022, compress: { ecma: 2022, passes: 4, sequences: false }, mangle: false }))
              .code,
            map: null,
          },
  },
};

export default defineConfig({
  plugins: [react(), tools, preload, noDevTools, simplified, afterFirstPaint],
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    // Both would put inline scripts or data addresses into the page, which its Content-Security-Policy refuses.
    // A dynamic import does not name what the entry is made of: it is there already, and the lists of names are a kilobyte of the entry.
    modulePreload: { polyfill: false, resolveDependencies: (_file, files) => files.filter((file) => !ENTRY_FILES.test(file)) },
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        // The entry lists every file by its name, and a hash cannot be packed: 42 bits tell two versions of one file apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // What others need too stays where it is: the entry must not ask for the game pages.
          includeDependenciesRecursively: false,
          groups: [
            // React changes with a release of ours at most, so phones keep it from one visit to the next.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'lang', test: LANGUAGE },
            { name: 'parts', test: PARTS },
            { name: 'home', test: HOME },
            { name: 'slip', test: SLIP },
            { name: 'slips', test: SLIPS },
            { name: 'limits', test: LIMITS },
            { name: 'sign', test: SIGNING },
            { name: 'asked', test: ASKED },
            { name: 'odds', test: CHANCES },
            { name: 'games', test: GAMES },
            { name: 'both', test: BOTH },
            { name: 'stage', test: STAGE },
            { name: 'matches', test: MATCHES },
            { name: 'match-slip', test: MATCH_SLIP },
            // One file, since neither is of use without the other, and two are packed a kilobyte larger.
            { name: 'play', test: (id) => PLAY.test(id) || RULES.test(id) },
            { name: 'board', test: BOARD },
          ],
        },
      },
    },
  },
  resolve: {
    alias: [
      // What React has had since version 18, without what stands in for it before.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  server: {
    port: 5173,
    proxy: {
      '/api': server,
      '/matchdata': server,
      '/events': server,
      '/descriptions': server,
      '/healthz': server,
      '/operator': server,
      '/dev/outbox': server,
      '/openapi.json': server,
      '/avatars/framed': server,
    },
  },
  optimizeDeps: {
    // Found only when a lazy block loads; without this the first visit in development reloads the page.
    include: ['react', 'react-dom/client', 'react/jsx-runtime', 'valtio', 'wouter', 'xstate', 'jsep'],
  },
});
