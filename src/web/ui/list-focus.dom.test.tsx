import { afterEach, expect, test } from 'vitest'
import { moveListFocus } from './list-focus.ts'

afterEach(() => document.body.replaceChildren())

function listOf(names: readonly string[]): HTMLElement[] {
  const items = names.map((name) => Object.assign(document.createElement('button'), { textContent: name }))
  document.body.append(...items)
  return items
}

test.each([
  ['ArrowDown', 'a', 'b'],
  ['ArrowDown', 'c', 'a'],
  ['ArrowUp', 'b', 'a'],
  ['ArrowUp', 'a', 'c'],
  ['Home', 'b', 'a'],
  ['End', 'a', 'c'],
  ['ArrowDown', undefined, 'a'],
  ['ArrowUp', undefined, 'c'],
])('%s moves the focus from %s to %s', (key, from, to) => {
  const items = listOf(['a', 'b', 'c'])
  items.find(({ textContent }) => textContent === from)?.focus()
  expect(moveListFocus(items, key)).toBe(true)
  expect(document.activeElement?.textContent).toBe(to)
})

test('another key moves nothing, and an empty list has nothing to focus', () => {
  const [first] = listOf(['a', 'b'])
  first!.focus()
  expect(moveListFocus([first!], 'ArrowLeft')).toBe(false)
  expect(document.activeElement).toBe(first)
  expect(moveListFocus([], 'ArrowDown')).toBe(true)
})
