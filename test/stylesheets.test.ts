import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { build } from 'vite'
import { loadChunk } from '#web/kit/chunk.ts'
import { retriedStylesheets } from '../vite.stylesheets.ts'

/** Two lazy screens with a stylesheet each, and one that both need. */
const APP = {
  'entry.js': `export const one = () => import('./one.js'); export const two = () => import('./two.js')`,
  'one.js': `import './one.css'; import { shared } from './shared.js'; export const screen = 'one' + shared`,
  'two.js': `import './two.css'; import { shared } from './shared.js'; export const screen = 'two' + shared`,
  'shared.js': `import './shared.css'; export const shared = ' styled'`,
  'one.css': '.one { color: red }',
  'two.css': '.two { color: red }',
  'shared.css': '.shared { color: red }',
}

type Screens = Record<'one' | 'two', () => Promise<{ screen: string }>>

/** A document whose stylesheets load or fail by their names. */
class FakeDocument {
  readonly links: FakeLink[] = []
  /** The requested stylesheets, in order. */
  requested: string[] = []
  /** The names of those that fail. */
  failing = new Set<string>()
  readonly head = { appendChild: (link: FakeLink) => this.#add(link) }

  createElement = () => new FakeLink(this)
  querySelector = () => null
  getElementsByTagName = () => this.links
  /** The names of the stylesheets that apply. */
  styles = () => this.links.filter(({ isLoaded }) => isLoaded).map(({ name }) => name)

  #add(link: FakeLink) {
    this.links.push(link)
    if (link.rel !== 'stylesheet') return
    this.requested.push(link.name)
    link.isLoaded = !this.failing.has(link.name)
    queueMicrotask(() => link.dispatchEvent(new Event(link.isLoaded ? 'load' : 'error')))
  }
}

class FakeLink extends EventTarget {
  rel = ''
  href = ''
  isLoaded = false
  relList = { supports: () => true }
  readonly #document: FakeDocument

  constructor(document: FakeDocument) {
    super()
    this.#document = document
  }

  get name(): string {
    return /(\w+)\.css$/.exec(this.href)?.[1] ?? ''
  }

  remove() {
    this.#document.links.splice(this.#document.links.indexOf(this), 1)
  }
}

let folder: string
let loads = 0
let page: FakeDocument

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stylesheets-'))
  await Promise.all(Object.entries(APP).map(([name, text]) => writeFile(join(folder, name), text)))
  await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    plugins: [retriedStylesheets()],
    build: {
      outDir: join(folder, 'dist'),
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(folder, 'entry.js'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'entry.mjs', chunkFileNames: '[name].mjs', assetFileNames: 'assets/[name][extname]' },
      },
    },
  })
})
afterAll(() => rm(folder, { recursive: true }))

beforeEach(() => {
  page = new FakeDocument()
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  return () => vi.unstubAllGlobals()
})

/** The app in a new page. */
const open = async (): Promise<Screens> =>
  (await import(
    /* @vite-ignore */ `${pathToFileURL(join(folder, 'dist', 'entry.mjs')).href}?${(loads += 1)}`
  )) as Screens

test('a stylesheet that failed is requested again by the one retry of a chunk', async () => {
  const { one } = await open()
  page.failing.add('one')
  const load = vi.fn(one)
  load.mockImplementationOnce(async () => one().finally(() => page.failing.clear()))
  expect((await loadChunk(load)).screen).toBe('one styled')
  expect(page.styles().toSorted()).toEqual(['one', 'shared'])
})

test('a chunk whose stylesheets keep failing is refused each time, and loads with all of them once they are there', async () => {
  const { one } = await open()
  page.failing = new Set(['one', 'shared'])
  await expect(loadChunk(one)).rejects.toThrow('a part of the site could not be loaded')
  await expect(loadChunk(one)).rejects.toThrow('a part of the site could not be loaded')
  page.failing.delete('one')
  await expect(loadChunk(one)).rejects.toThrow('a part of the site could not be loaded')
  page.failing.clear()
  await loadChunk(one)
  expect(page.styles().toSorted()).toEqual(['one', 'shared'])
})

test('another chunk that needs the stylesheet requests it as well; one that loaded is requested once', async () => {
  const { one, two } = await open()
  page.failing.add('shared')
  await expect(loadChunk(one)).rejects.toThrow('a part of the site could not be loaded')
  page.failing.clear()
  page.requested = []
  await loadChunk(two)
  await loadChunk(one)
  expect(page.requested.toSorted()).toEqual(['shared', 'two'])
})
