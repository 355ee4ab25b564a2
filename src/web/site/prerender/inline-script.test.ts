import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { ENTRY_FILES_ELEMENT, ENTRY_SCRIPT, ENTRY_WAIT_MS, INLINE_SCRIPT } from './inline-script.ts'

interface Browser {
  hash?: string
  local?: Record<string, string>
  session?: Record<string, string>
  refuses?: boolean
}

/** Runs the script as a browser would; true when the prerendered home is kept. */
function keeps({ hash = '', local = {}, session = {}, refuses = false }: Browser): boolean {
  let fresh = false
  const area = (items: Record<string, string>) => ({
    getItem(name: string) {
      if (refuses) throw new Error('SecurityError')
      return items[name] ?? null
    },
  })
  const documentElement = {
    getAttribute: (name: string) => (name === 'data-language' ? 'zh_HK' : null),
    setAttribute: (name: string) => {
      fresh = name === 'data-fresh'
    },
  }
  const window = { localStorage: area(local), sessionStorage: area(session) }
  runInNewContext(INLINE_SCRIPT, { window, document: { documentElement }, location: { hash } })
  return !fresh
}

test.each(['', '#', '#/', '#/category/list', '#/category/list/', '#/category/list?programId=neon'])(
  'a visitor at "%s" keeps it',
  (hash) => {
    expect(keeps({ hash })).toBe(true)
  },
)

test.each([
  '#/category/movie',
  '#/play?programId=a',
  '#/category/rolling-category?categoryId=x',
  '#/unknown',
  '#/category/listed',
])('another route hides it: %s', (hash) => {
  expect(keeps({ hash })).toBe(false)
})

test('a member, a child and a reader of the other language do not see it', () => {
  expect(keeps({ local: { token: 't' } })).toBe(false)
  expect(keeps({ session: { kidsmode: 'true' } })).toBe(false)
  expect(keeps({ local: { language: 'en_US' } })).toBe(false)
  expect(keeps({ local: { language: 'zh_HK' } })).toBe(true)
})

test('a link that carries a language or a token is not shown what was rendered without them', () => {
  expect(keeps({ hash: '#/category/list?language=en_US' })).toBe(false)
  expect(keeps({ hash: '#/category/list?a=1&token=x' })).toBe(false)
})

test('storage that refuses breaks nothing', () => {
  expect(keeps({ refuses: true })).toBe(true)
})

describe('the entry script', () => {
  /** Runs it on a page with the given hero image, and tells what is appended to the head. */
  function run({ hero, fresh = false }: { hero?: EventTarget & { complete: boolean }; fresh?: boolean }) {
    const head: Record<string, string | boolean>[] = []
    const timers: { call: () => void; ms: number }[] = []
    const page = new EventTarget()
    const document = {
      documentElement: { hasAttribute: (name: string) => fresh && name === 'data-fresh' },
      head: { appendChild: (element: Record<string, string | boolean>) => head.push(element) },
      createElement: (name: string) => ({ name }),
      getElementById: (id: string) =>
        id === ENTRY_FILES_ELEMENT ? { textContent: '["/entry.js","/vendor.js"]' } : null,
      querySelector: () => hero ?? null,
    }
    runInNewContext(ENTRY_SCRIPT, {
      document,
      setTimeout: (call: () => void, ms: number) => timers.push({ call, ms }),
      addEventListener: page.addEventListener.bind(page),
      removeEventListener: page.removeEventListener.bind(page),
    })
    return { head, page, timers }
  }
  const image = (complete: boolean) => Object.assign(new EventTarget(), { complete })
  const script = (src: string) => ({ name: 'script', type: 'module', async: false, src })
  const LOADED = [{ name: 'link', rel: 'modulepreload', href: '/vendor.js' }, script('/vendor.js'), script('/entry.js')]

  test('it loads at once without a billboard, with a loaded one, and when the prerendered home is not used', () => {
    expect(run({}).head).toEqual(LOADED)
    expect(run({ hero: image(true) }).head).toEqual(LOADED)
    expect(run({ hero: image(false), fresh: true }).head).toEqual(LOADED)
  })

  test.each(['load', 'error'])('otherwise it waits for the %s of the image, and loads once', (event) => {
    const hero = image(false)
    const { head, page } = run({ hero })
    expect(head).toEqual([])
    hero.dispatchEvent(new Event(event))
    page.dispatchEvent(new Event('keydown'))
    expect(head).toEqual(LOADED)
  })

  test.each(['pointerdown', 'keydown', 'touchstart'])('or for input: %s', (event) => {
    const { head, page } = run({ hero: image(false) })
    page.dispatchEvent(new Event(event))
    expect(head).toEqual(LOADED)
  })

  test('or for its time limit', () => {
    const { head, timers } = run({ hero: image(false) })
    expect(timers.map(({ ms }) => ms)).toEqual([ENTRY_WAIT_MS])
    timers[0]!.call()
    expect(head).toEqual(LOADED)
  })
})
