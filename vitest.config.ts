import { globSync, readFileSync } from 'node:fs'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { articles } from './vite.articles.ts'
import { isInstalled, WIDE_FONTS } from './test/support/fonts.ts'
import { isFull } from './test/support/full.ts'
import { OUT_OF_TIME, OUT_OF_TIME_OR_BROWSER } from './test/support/repeated.ts'
import { MixedSequencer } from './test/support/sequencer.ts'
import { speedFile } from './vite.speed-file.ts'
import { texts } from './vite.texts.ts'

process.env.TZ = 'UTC'

const node = { environment: 'node', pool: 'forks' } as const
/** Far above what any test takes: it ends those that hang, also on a machine with a fourth of the usual speed. */
const TIMEOUT_MS = 180_000
/** A test that ran out of time on a busy machine is repeated once, and named so in the report; a wrong result is not. */
const retry = { count: 1, condition: OUT_OF_TIME } as const
/** Tests of the server, but for those of its adapters, some of which change their process. */
const SERVER = 'src/server/{*,{commands,domains,jobs,kit,wire}/**/*}.test.ts'
const NO_UNIT = ['test/e2e/**', '**/*.{slow,full}.test.ts', '**/*.dom.test.tsx']
/** Tests of what changes nothing outside of itself: many in one process, since loading is most of their processor time. */
const UNIT = 'src/{contract,text,web}/**/*.test.{ts,tsx}'
/** Tests that replace modules, or load them anew, would do so for the tests after them in their process. */
const replacesModules = (file: string) =>
  /\bvi\.(?:mock|doMock|hoisted|resetModules)\(/.test(readFileSync(file, 'utf8'))
const ISOLATED = globSync([UNIT, SERVER]).filter(replacesModules)
const SHARING = globSync([UNIT, SERVER]).filter((file) => !ISOLATED.includes(file))
/** Whole processes wait for each other much of the time: more workers than cores keep two cores busy. */
const mixed = { retry, maxWorkers: 4, sequence: { groupOrder: 0 } } as const
const slow = { ...node, ...mixed, testTimeout: isFull ? 900_000 : 300_000, hookTimeout: 120_000 } as const
/**
 * A journey is repeated once when a wait ran out of time or its browser ended, as happens on a busy machine; the report names each
 * repeated test. A wrong result is a fault: repeating it would hide one that shows now and then.
 */
const journeys = {
  ...node,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  retry: { count: 1, condition: OUT_OF_TIME_OR_BROWSER },
} as const
/** In a whole run the journeys keep the processor busy while whole processes wait for each other. Alone, two browsers do. */
const besideOthers = process.env.E2E_START_EARLY === '1' ? mixed : { maxWorkers: 2, sequence: { groupOrder: 2 } }

/** Those that measure how text and its surroundings stand. */
const LAYOUT_JOURNEYS = [
  'smallest-phone',
  'layout',
  'category',
  'console',
  'console-titles',
  'contact',
  'first-visit',
  'statement',
].map((name) => `test/e2e/${name}.test.ts`)

const full: TestProjectConfiguration = {
  extends: true,
  test: {
    ...slow,
    maxWorkers: 3,
    name: 'full',
    sequence: { groupOrder: 3 },
    include: ['{src,test,seed,bin,deploy}/**/*.full.test.ts'],
    exclude: ['test/{e2e,engines,pictures}/**'],
  },
}

/** One at a time: two browsers that play in step leave no core to others. */
const longJourneys: TestProjectConfiguration = {
  extends: true,
  test: {
    ...journeys,
    name: 'e2e-full',
    sequence: { groupOrder: 4 },
    include: ['test/e2e/*.full.test.ts'],
    fileParallelism: false,
  },
}

const engines: TestProjectConfiguration = {
  extends: true,
  test: {
    ...journeys,
    name: 'engines',
    sequence: { groupOrder: 5 },
    include: ['test/engines/*.full.test.ts'],
    fileParallelism: false,
  },
}

/** The journeys of the layout, in each of the widest fonts that is installed. */
const layoutIn = (font: string): TestProjectConfiguration => ({
  extends: true,
  test: {
    ...journeys,
    name: `e2e-${font.toLowerCase().replaceAll(' ', '-')}`,
    sequence: { groupOrder: 6 },
    include: LAYOUT_JOURNEYS,
    // Their long sweeps run once, in the own font.
    env: { E2E_FONT: font, TEST_FULL: '0' },
  },
})
const wide = Object.groupBy(WIDE_FONTS, (font) => (isInstalled(font) ? 'installed' : 'missing'))
if (isFull && wide.missing)
  process.stderr.write(`Not installed: ${wide.missing.join(', ')}. The layout is not tested in it.\n`)

const pictures: TestProjectConfiguration = {
  extends: true,
  test: {
    ...journeys,
    name: 'pictures',
    sequence: { groupOrder: 7 },
    include: ['test/pictures/*.full.test.ts'],
    env: { E2E_WORLD: 'demo' },
  },
}

/** Not a test: `npm run screens`. */
const screens: TestProjectConfiguration = {
  extends: true,
  test: {
    ...journeys,
    retry: 0,
    name: 'screens',
    include: ['test/pictures/screens.ts'],
    env: { E2E_WORLD: 'demo' },
  },
}

/** The projects beside those of `npm test`. */
const more: TestProjectConfiguration[] = [
  ...(isFull ? [full, longJourneys, ...(wide.installed ?? []).map(layoutIn), engines] : []),
  ...(isFull || process.env.PICTURES ? [pictures] : []),
  ...(process.env.PICTURES === 'take' ? [screens] : []),
]

/**
 * `unit`: tests next to the code, and `server`: those of the server, both with many files in one process. `unit-isolated`: the other
 * tests without a browser, each file in its own process. `dom`: components and hooks in a simulated DOM.
 * `slow`: real ffmpeg and whole processes. `e2e`: browser tests against one running server, in parallel. `e2e-clock`:
 * those that move its clock, one at a time and after all others. In the full run also `full`, what takes long and rarely fails,
 * `e2e-full`: long journeys, `engines`: the journeys that run in Chromium, Firefox and WebKitGTK, one engine after the other, the layout in
 * the widest fonts, and `pictures`: the main screens are compared with how they were.
 */
export default defineConfig({
  plugins: [articles(), speedFile(), texts()],
  test: {
    globalSetup: ['test/support/cluster.ts', 'test/e2e/support/setup.ts'],
    env: { TZ: 'UTC' },
    setupFiles: ['test/support/patience.ts'],
    expect: { poll: { timeout: 20_000 } },
    // With two cores Vitest would use only one by default.
    maxWorkers: 2,
    sequence: { sequencer: MixedSequencer },
    projects: [
      {
        extends: true,
        test: {
          ...node,
          ...mixed,
          name: 'unit',
          include: [UNIT],
          exclude: [...NO_UNIT, ...ISOLATED],
          isolate: false,
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          ...mixed,
          name: 'unit-isolated',
          include: ['{src,test,seed,bin,bench,deploy}/**/*.test.{ts,tsx}'],
          exclude: [...NO_UNIT, ...SHARING],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          ...mixed,
          name: 'server',
          include: [SERVER],
          exclude: [...NO_UNIT, ...ISOLATED],
          // Loading the server takes a third of the processor time of its tests. They replace no modules, and each creates what it changes.
          isolate: false,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          ...mixed,
          name: 'dom',
          environment: 'happy-dom',
          include: ['src/web/**/*.dom.test.tsx'],
          setupFiles: ['test/support/dom-setup.ts'],
          testTimeout: TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          ...slow,
          name: 'slow',
          include: ['{src,test,seed,bin}/**/*.slow.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...besideOthers,
          ...journeys,
          name: 'e2e',
          include: ['test/e2e/*.test.ts'],
          exclude: ['test/e2e/*.{clock,full}.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...journeys,
          name: 'e2e-clock',
          // Last: it moves the clock of the world that the other journeys use.
          sequence: { groupOrder: 8 },
          include: ['test/e2e/*.clock.test.ts'],
          fileParallelism: false,
        },
      },
      ...more,
    ],
  },
})
