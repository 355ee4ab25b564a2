import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { favoriteList } from '#contract/library.ts'
import { favorites as text } from '#text/zh_HK/library.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { FavoritesRow } from './favorites-row.tsx'

const CARD = {
  programId: 'a',
  programGuid: 'g',
  programType: 'movie',
  title: '夜渡',
  description: '',
  keyartImageURL: '',
  artImageURL: '',
  rating: 3.5,
  votes: 0,
  genres: [],
  restriction: 'I',
  releaseYear: 2026,
  vodType: 'FREE TO WATCH',
  vodTypes: ['FREE TO WATCH'],
  credits: 0,
}

test('the newest favourites are a row, which leads to the whole list', async () => {
  await renderWeb(<FavoritesRow />, { reads: [[favoriteList, { list: [CARD], total: 1 }]] })
  expect(await screen.findByRole('link', { name: /夜渡/ })).toBeDefined()
  expect(screen.getByRole('link', { name: text.row }).getAttribute('href')).toBe('#/setup/favorite')
})

test('without favourites there is no row', async () => {
  const { container } = await renderWeb(<FavoritesRow />, { reads: [[favoriteList, { list: [], total: 0 }]] })
  expect(container.textContent).toBe('')
})
