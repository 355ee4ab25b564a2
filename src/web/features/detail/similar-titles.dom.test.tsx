import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { similarRcmd } from '#contract/recommendations.ts'
import { detail } from '#text/zh_HK/detail.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { SimilarTitles } from './similar-titles.tsx'

const CARD = {
  programGuid: 'g',
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
const reason = '同類型'
const movie = { ...CARD, programId: 'm', programType: 'movie', title: '夜渡' }
const series = { ...CARD, programId: 's', programType: 'drama', title: '街市' }

test.each([
  ['drama', [series, movie], detail.similar.drama],
  ['drama', [movie], detail.similar.any],
  ['movie', [movie, series], detail.similar.movie],
  ['movie', [series], detail.similar.any],
] as const)('beside a %s, the heading is that of what is listed first', async (programType, list, heading) => {
  await renderWeb(<SimilarTitles program={{ programId: 'base', programType }} />, {
    reads: [[similarRcmd, { list: list.map((program) => ({ ...program, program, reason })) }]],
  })
  const region = await screen.findByRole('region', { name: heading })
  expect(
    within(region)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(list.map(({ title }) => expect.stringContaining(title)))
})

test('without similar titles the section says so', async () => {
  await renderWeb(<SimilarTitles program={{ programId: 'base', programType: 'movie' }} />, {
    reads: [[similarRcmd, { list: [] }]],
  })
  const region = await screen.findByRole('region', { name: detail.similar.movie })
  expect(await within(region).findByText(detail.similarNone)).toBeTruthy()
  expect(within(region).queryByRole('list')).toBeNull()
})
