import { expect, test } from 'vitest'
import type { IngestTarget } from '#contract/admin/ingest.ts'
import { draftGroups, matchOf, type NamedFilm, readName } from './file-match.rules.ts'

test.each([
  ['The.Ferry.S01E02.1080p.mkv', 'The Ferry', 1, 2, null],
  ['the ferry - s1e2 - night.mov', 'the ferry', 1, 2, null],
  ['The_Ferry_1x02.mp4', 'The Ferry', 1, 2, null],
  ['The Ferry (2024) S02E113.mp4', 'The Ferry', 2, 113, 2024],
  ['渡輪 第1季第2集.mp4', '渡輪', 1, 2, null],
  ['渡輪第二季 第十二集.mkv', '渡輪', 2, 12, null],
  ['[字幕組] 渡輪 第二十話 [1080p].mkv', '渡輪', 1, 20, null],
  ['渡輪 第3集.mp4', '渡輪', 1, 3, null],
  ['Night.Crossing.2025.2160p.WEB-DL.x265.mkv', 'Night Crossing', null, null, 2025],
  ['night_crossing_master_final.mov', 'night crossing', null, null, null],
  ['2046.mp4', '2046', null, null, null],
  ['2046.2004.mkv', '2046', null, null, 2004],
  ['1917 (2019) 1080p.mp4', '1917', null, null, 2019],
  ['clip 1920x1080.mp4', 'clip', null, null, null],
  ['Agents2e3.mp4', 'Agents2e3', null, null, null],
  ['夜渡鯉魚門.mp4', '夜渡鯉魚門', null, null, null],
  ['1080p.mp4', '1080p', null, null, null],
])('the name %s says “%s”, season %s, episode %s, year %s', (file, name, season, episode, year) => {
  expect(readName(file)).toEqual({ name, season, episode, year })
})

const target = (programGuid: string, more: Partial<IngestTarget> = {}): IngestTarget => ({
  programId: programGuid.split('.')[0]!,
  programGuid,
  title: { zh_HK: '渡輪', en_US: 'The Ferry' },
  season: null,
  episode: null,
  ...more,
})
const film = (name: string, season: number | null = null, episode: number | null = null): NamedFilm => ({
  name,
  season,
  episode,
  year: null,
})
const EPISODE = target('ferry.s1e2', { season: 1, episode: 2 })

test('a title of just this name is proposed, whatever its language, case and punctuation', () => {
  expect(matchOf(film('the ferry!'), [target('ferry')])).toEqual({ match: { kind: 'found' }, target: target('ferry') })
  expect(matchOf(film('渡輪'), [target('ferry')])).toMatchObject({ match: { kind: 'found' } })
  expect(matchOf(film('Ferry'), [target('ferry')])).toEqual({ match: { kind: 'new', film: film('Ferry') } })
})

test('an episode is proposed by its numbers; of a series without it the operator is told', () => {
  expect(matchOf(film('渡輪', 1, 2), [target('ferry'), EPISODE])).toMatchObject({ target: EPISODE })
  expect(matchOf(film('渡輪', 1, 9), [target('ferry')])).toMatchObject({
    match: { kind: 'noEpisode', season: 1, episode: 9 },
  })
})

test('of several titles of one name none is proposed', () => {
  expect(matchOf(film('渡輪'), [target('a'), target('b')])).toEqual({ match: { kind: 'several' } })
})

test('files of a new series are one draft, films one each', () => {
  const files = [film('渡輪', 1, 1), film('夜'), film('渡 輪', 1, 2), film('夜')].map((one) => ({ film: one }))
  expect(draftGroups(files).map((group) => group.length)).toEqual([2, 1, 1])
})
