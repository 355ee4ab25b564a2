import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getRating } from '#contract/comments.ts'
import { comments } from '#text/zh_HK/comments.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { RatingPrompt } from './rating-prompt.tsx'

const rated = (mine: number | null) => ({ rating: 4, votes: 2, stars: [0, 0, 0, 1, 1], mine })
const open = (mine: number | null) =>
  renderWeb(<RatingPrompt programId="tram" />, { reads: [[getRating, rated(mine)]] })

test('whoever has not rated a title is asked', async () => {
  await open(null)
  expect(await screen.findByRole('slider', { name: comments.rating.own })).toBeTruthy()
})

test('whoever has rated a title is not asked again', async () => {
  const { container } = await open(4)
  await Promise.resolve()
  expect(container.querySelector('input')).toBeNull()
})
