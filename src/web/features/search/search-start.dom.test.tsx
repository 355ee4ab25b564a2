import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { popularSearches } from '#contract/search.ts'
import { search as text } from '#text/zh_HK/search.ts'
import { refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { SearchStart } from './search-start.tsx'

test('popular searches that could not be loaded say so, and are fetched again by a click', async () => {
  let fetched = 0
  const answer = () =>
    fetched++ === 0 ? refusedRead('UNAVAILABLE') : { list: [{ programId: 'tram', title: '西環尾站' }] }
  const { user } = await renderWeb(<SearchStart onSearch={() => {}} />, { reads: [[popularSearches, answer]] })
  expect(await screen.findByText(text.popularFailed)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '重試' }))
  expect(await screen.findByRole('button', { name: '西環尾站' })).toBeTruthy()
  expect(screen.queryByText(text.popularFailed)).toBeNull()
})
