import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { popularSearches, search } from '#contract/search.ts'
import { search as text } from '#text/zh_HK/search.ts'
import { viewer } from '#text/zh_HK/viewer.ts'
import { refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { SearchPage } from './search-page.tsx'

const NOTHING = {
  list: [],
  page: 1,
  pageSize: 35,
  total: 0,
  facets: { genre: [], year: [], country: [], language: [], vodType: [], restriction: [], runningTime: [] },
  scenes: [],
}

/** The page of an address; the server answers every search so. */
const renderPage = (query: string, answer: () => object) =>
  renderWeb(<SearchPage />, {
    path: `/search?${query}`,
    reads: [
      [search, answer],
      [popularSearches, { list: [] }],
    ],
  })
const unreadable = () => refusedRead('INVALID_INPUT')

test.each([
  ['a keyword with nothing to look for', 'keyword=!!!', () => NOTHING],
  ['a keyword that is too long', `keyword=${'夜'.repeat(501)}`, unreadable],
])('%s has no result, and there is nothing to try again', async (_, query, answer) => {
  await renderPage(query, answer)
  expect(await screen.findByText(text.none)).toBeTruthy()
  expect(screen.queryByText(text.failed)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each(['keyword=夜&year=-1', 'personId=p&genre=nonsense'])(
  '%s: unreadable filters can be cleared',
  async (query) => {
    const { user, at } = await renderPage(query, unreadable)
    await screen.findByText(text.noneFiltered)
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(screen.getAllByRole('button', { name: text.clearFilters }).at(-1)!)
    expect(at.current).toMatch(/^\/search\?(keyword=[^&]+|personId=p)$/)
  },
)

test.each([
  ['unknown', () => refusedRead('NOT_FOUND')],
  ['unreadable', unreadable],
])('an %s personId is an unknown person', async (_, answer) => {
  await renderPage('personId=%20x', answer)
  expect(await screen.findByRole('heading', { level: 1, name: text.unknownPerson })).toBeTruthy()
  expect(screen.queryByText(text.failed)).toBeNull()
})

test('a search that failed can be tried again', async () => {
  const answers = [() => refusedRead('SERVER_ERROR'), () => NOTHING]
  const { user } = await renderPage('keyword=夜', () => answers.shift()!())
  await screen.findByRole('heading', { level: 1, name: text.failed })
  await user.click(screen.getByRole('button', { name: viewer.site.retry }))
  expect(await screen.findByText(text.none)).toBeTruthy()
})
