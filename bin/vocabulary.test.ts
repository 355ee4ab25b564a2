import { expect, test } from 'vitest'
import { findBanned } from './vocabulary.js'

const find = (source: string, file = 'src/a.ts') => findBanned(file, source)

test.each([
  ['const keepWish = 1', 'keepWish: use pendingAction, TitleRef'],
  ['const WISH_KEY = 1', 'WISH_KEY: use pendingAction, TitleRef'],
  ['type SiteDoor = string', 'SiteDoor: use public API (index.ts), navigationBridge'],
  ['function ask() {}', 'ask: use fetch, request'],
  ['const onPress = () => {}', 'onPress: use click, activate'],
  ['async function hear() {}', 'hear: use handleCallback'],
])('%s is refused', (source, message) => {
  expect(find(source)).toEqual([`src/a.ts:1 ${message}`])
})

test('the message names the line', () => {
  expect(find('const a = 1\n\nconst purse = 2\n')[0]).toContain('src/a.ts:3 purse')
})

test.each([
  "const key = 'harbour.wish'",
  '// a wish',
  '/* a wish\n of two lines */',
  'const wishbone = 1',
  'const task = 1',
  'const isAsked = ask.length',
  'const { SMS_PARTY } = config',
  "await page.keyboard.press('Enter')",
  "await field.pressSequentially('abc')",
  'const isPressed = true',
])('%s is accepted', (source) => {
  expect(find(source)).toEqual([])
})

test('a name that is fixed by stored data is accepted in its file only', () => {
  const source = 'const { wish } = stored'
  expect(find(source, 'src/web/viewer/session/pending-action.ts')).toEqual([])
  expect(find(source)).toHaveLength(1)
})
