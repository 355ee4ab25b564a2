import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Program } from '#contract/programs.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { EpisodeList } from './episode-list.tsx'

const EPISODE = {
  programGuid: 's.s1e1',
  episode: 1,
  season: 1,
  title: '熄燈',
  description: '',
  imageURL: '',
  duration: 60,
  durationStr: '1 分鐘',
  startPosition: 0,
  endPosition: 0,
  startShowPoint: 0,
  preparing: false,
}
const program = (access: 'play' | 'deny') =>
  ({ programId: 's', programGuid: 's.s1e1', access, dramaList: [EPISODE], seasons: [] }) as unknown as Program

test.each([
  ['play', 1],
  ['deny', 0],
] as const)('with access %s an episode is named, and offers %i way to play', async (access, ways) => {
  await renderWeb(<EpisodeList program={program(access)} onIntent={() => {}} />)
  const row = await screen.findByRole('listitem')
  const links = [...within(row).queryAllByRole('link'), ...within(row).queryAllByRole('button')]
  expect(links).toHaveLength(ways)
  // The play icon over the still.
  expect(row.querySelectorAll('svg')).toHaveLength(ways)
  const named = ways > 0 ? links[0]! : within(row).getByText(EPISODE.title, { selector: '[aria-hidden=false]' })
  expect(named.textContent).toContain(EPISODE.title)
  expect(named.closest('[aria-hidden="true"]')).toBeNull()
})
