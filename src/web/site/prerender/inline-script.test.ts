import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { INLINE_SCRIPT } from './inline-script.ts'

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
