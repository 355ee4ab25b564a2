import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { searchSuggest } from '#contract/search.ts'
import { search as text } from '#text/zh_HK/search.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { SearchBox } from './search-box.tsx'

const title = (name: string) => ({
  kind: 'title',
  text: name,
  otherText: 'Night Crossing',
  matched: '夜',
  line: '',
  programId: `id-${name}`,
  imageURL: '',
})
const PERSON = { kind: 'person', text: '夜行人', otherText: 'Ye', matched: '夜', line: '', personId: 'p', titles: 2 }

let asked: string[]
const onChoose = vi.fn<(option: object) => void>()

beforeEach(() => {
  asked = []
  onChoose.mockClear()
  // The simulated DOM does not scroll.
  Element.prototype.scrollIntoView = () => {}
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: false })
})
afterEach(() => vi.useRealTimers())

async function renderBox() {
  const view = await renderWeb(<SearchBox keyword="" look="page" onChoose={onChoose} start={<p>start</p>} />, {
    reads: [
      [
        searchSuggest,
        (query: URLSearchParams) => {
          asked.push(query.get('title') ?? '')
          return { suggestList: [title('夜渡'), title('夜班'), PERSON] }
        },
      ],
    ],
  })
  // The lazy text.
  await act(() => vi.advanceTimersByTimeAsync(0))
  return view
}

const field = () => screen.getByRole('combobox')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
/** Time passes, and then what the query cache does after an answer. */
async function rest(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
  await act(() => vi.advanceTimersByTimeAsync(2))
}
const pressKey = (key: string) => fireEvent.keyDown(field(), { key })

test('suggestions are fetched once typing rests for 200 milliseconds', async () => {
  await renderBox()
  type('夜')
  await rest(150)
  type('夜渡')
  await rest(150)
  expect(asked).toEqual([])
  await rest(60)
  expect(asked).toEqual(['夜渡'])
  expect(screen.getAllByRole('option')).toHaveLength(4)
  expect(within(screen.getByRole('group', { name: text.sections.person })).getByRole('option')).toBeTruthy()
})

test('nothing is fetched while an input method composes, and its Enter searches for nothing', async () => {
  await renderBox()
  fireEvent.compositionStart(field())
  type('ye')
  pressKey('Enter')
  await rest(1000)
  expect(asked).toEqual([])
  expect(onChoose).not.toHaveBeenCalled()
  type('夜')
  fireEvent.compositionEnd(field())
  await rest(250)
  expect(asked).toEqual(['夜'])
})

test('arrows move through the options, Enter chooses the active one, Escape closes the list', async () => {
  await renderBox()
  type('夜')
  await rest(250)
  expect(field().getAttribute('aria-expanded')).toBe('true')
  pressKey('ArrowDown')
  pressKey('ArrowDown')
  const active = field().getAttribute('aria-activedescendant')
  expect(document.querySelector(`[id="${active}"]`)?.textContent).toContain('夜班')
  pressKey('Enter')
  expect(onChoose).toHaveBeenCalledWith({ kind: 'suggestion', suggestion: expect.objectContaining({ text: '夜班' }) })
  expect(screen.queryByRole('listbox')).toBeNull()
  type('夜航')
  await rest(250)
  pressKey('Escape')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(field()).toHaveProperty('value', '夜航')
})

test('Enter without an active option searches for all of it', async () => {
  await renderBox()
  type('  夜渡 ')
  pressKey('Enter')
  expect(onChoose).toHaveBeenCalledWith({ kind: 'all', keyword: '夜渡' })
})

test('Enter on an empty field says so and sends nothing', async () => {
  await renderBox()
  type('   ')
  pressKey('Enter')
  expect(screen.getByRole('alert').textContent).toBe(text.enter)
  await rest(500)
  expect(asked).toEqual([])
  expect(onChoose).not.toHaveBeenCalled()
  type('夜')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('while the field is empty it shows what can be searched for', async () => {
  await renderBox()
  expect(screen.getByText('start')).toBeTruthy()
  type('夜')
  expect(screen.queryByText('start')).toBeNull()
})

test('in a dialog, which has a close button, the field has none to clear it', async () => {
  const { unmount } = await renderBox()
  type('夜')
  expect(screen.getByRole('button', { name: text.clear })).toBeTruthy()
  unmount()
  await renderWeb(<SearchBox keyword="" look="dialog" onChoose={onChoose} />)
  await act(() => vi.advanceTimersByTimeAsync(0))
  type('夜')
  expect(screen.queryByRole('button', { name: text.clear })).toBeNull()
})
