import { expect, test } from 'vitest'
import type { FoundTarget, IngestTarget } from '#contract/admin/ingest.ts'
import { draftGroups, matchOf, matchWithin, type NamedFilm, ownerOf, readName } from './file-match.rules.ts'

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
  ['Night.Harbour.2049.2017.1080p.mkv', 'Night Harbour 2049', null, null, 2017],
  ['Night Harbour 2049.mkv', 'Night Harbour', null, null, 2049],
  ['[Tram] 2046.mkv', '2046', null, null, null],
  ['clip 1920x1080.mp4', 'clip', null, null, null],
  ['Agents2e3.mp4', 'Agents2e3', null, null, null],
  ['夜渡鯉魚門.mp4', '夜渡鯉魚門', null, null, null],
  ['1080p.mp4', '1080p', null, null, null],
])('the name %s says “%s”, season %s, episode %s, year %s', (file, name, season, episode, year) => {
  expect(readName(file)).toEqual({ name, season, episode, year })
})

const target = (programGuid: string, more: Partial<FoundTarget> = {}): FoundTarget => ({
  programId: programGuid.split('.')[0]!,
  programGuid,
  title: { zh_HK: '渡輪', en_US: 'The Ferry' },
  season: null,
  episode: null,
  hasFilm: false,
  releaseYear: 1987,
  ...more,
})
const film = (name: string, season: number | null = null, episode: number | null = null): NamedFilm => ({
  name,
  season,
  episode,
  year: null,
})
function proposed(found: FoundTarget): IngestTarget {
  const { hasFilm: _, releaseYear: __, ...without } = found
  return without
}
const EPISODE = target('ferry.s1e2', { season: 1, episode: 2 })

test('a title of just this name is proposed, whatever its language, case and punctuation', () => {
  expect(matchOf(film('the ferry!'), [target('ferry')])).toEqual({
    match: { kind: 'found' },
    target: proposed(target('ferry')),
  })
  expect(matchOf(film('渡輪'), [target('ferry')])).toMatchObject({ match: { kind: 'found' } })
  expect(matchOf(film('Ferry'), [target('ferry')])).toEqual({ match: { kind: 'new', film: film('Ferry') } })
})

test('an episode is proposed by its numbers; of a series without it the operator is told', () => {
  expect(matchOf(film('渡輪', 1, 2), [target('ferry'), EPISODE])).toMatchObject({ target: proposed(EPISODE) })
  expect(matchOf(film('渡輪', 1, 9), [target('ferry')])).toMatchObject({
    match: { kind: 'noEpisode', season: 1, episode: 9 },
  })
})

test('of several titles of one name none is proposed', () => {
  expect(matchOf(film('渡輪'), [target('a'), target('b')])).toEqual({ match: { kind: 'several' } })
})

test('a title of another year is not proposed, and no draft is made of the file unasked; of several the year decides', () => {
  const named = { ...film('The Ferry'), year: 2014 }
  const old = target('old')
  expect(matchOf(named, [old])).toEqual({ match: { kind: 'choose', why: 'otherYear', film: named, among: [old] } })
  expect(matchOf({ ...named, year: 1987 }, [old])).toMatchObject({ match: { kind: 'found' } })
  const fresh = target('fresh', { releaseYear: 2014 })
  expect(matchOf(named, [old, fresh])).toMatchObject({ match: { kind: 'found' }, target: proposed(fresh) })
  const draft = target('draft', { releaseYear: 0 })
  expect(matchOf(named, [draft])).toMatchObject({ match: { kind: 'found' }, target: proposed(draft) })
})

test('a number like a year may be the end of the name', () => {
  const found = [target('short'), target('long', { title: { zh_HK: '', en_US: 'The Ferry 2049' }, releaseYear: 2017 })]
  expect(matchOf(readName('The.Ferry.2049.mkv'), found)).toMatchObject({ target: { programId: 'long' } })
  expect(matchOf(readName('The.Ferry.2049.2017.mkv'), found)).toMatchObject({ target: { programId: 'long' } })
  expect(matchOf(readName('The.Ferry.2049.mkv'), found.slice(0, 1))).toMatchObject({ match: { kind: 'choose' } })
})

test('a title that has a film is not proposed: the operator chooses to replace it', () => {
  const played = target('ferry', { hasFilm: true })
  expect(matchOf(film('渡輪'), [played])).toEqual({
    match: { kind: 'choose', why: 'hasFilm', film: film('渡輪'), among: [played] },
  })
  const episode = { ...EPISODE, hasFilm: true }
  expect(matchOf(film('渡輪', 1, 2), [episode])).toMatchObject({ match: { kind: 'choose', among: [episode] } })
})

test('of a file that was chosen for a series the episode is by the numbers in its name, else the operator chooses', () => {
  const parts = [EPISODE, { ...EPISODE, programGuid: 'ferry.s1e3', episode: 3 }]
  const none = () => false
  expect(matchWithin(film('x', 1, 2), parts, none)).toEqual({ match: undefined, target: proposed(EPISODE) })
  expect(matchWithin(film('x'), parts, none)).toMatchObject({ match: { kind: 'choose', why: 'part', among: parts } })
  expect(matchWithin(film('x', 1, 2), parts, () => true)).toMatchObject({ match: { why: 'queued', among: [EPISODE] } })
  expect(matchWithin(film('x', 1, 9), parts, none)).toBeUndefined()
})

test.each([
  ['EP10.srt', ['EP1.mp4', 'EP10.mp4'], 'EP10.mp4'],
  ['EP1.en.srt', ['EP10.mp4', 'EP1.mp4'], 'EP1.mp4'],
  ['Tram 2.srt', ['Tram.mp4', 'Tram 2.mp4'], 'Tram 2.mp4'],
  ['Tram 2.srt', ['Tram.mp4'], undefined],
  ['Tram II.srt', ['Tram.mp4'], undefined],
  ['Tram_en.srt', ['Tram.mp4'], 'Tram.mp4'],
  ['tram.繁中.srt', ['Tram.mp4'], 'Tram.mp4'],
  ['Tramway.srt', ['Tram.mp4'], undefined],
  ['Ferry.The.Return.en.srt', ['Ferry.mp4'], undefined],
  ['Tram - Director.srt', ['Tram.mp4'], undefined],
  ['Tram It.srt', ['Tram.mp4'], undefined],
  ['Tram.1080p.WEB-DL.en.srt', ['Tram.mp4'], 'Tram.mp4'],
  ['Tram.en [SDH].srt', ['Tram.mp4'], 'Tram.mp4'],
  ['Tram.2019.en.srt', ['Tram.mp4'], 'Tram.mp4'],
  ['Tram.字幕.srt', ['Tram.mp4'], 'Tram.mp4'],
  ['Tram.srt', ['Tram.mp4'], 'Tram.mp4'],
  ['Film.Part.II.srt', ['Film.Part.II.1080p.mp4', 'Other.mkv'], 'Film.Part.II.1080p.mp4'],
  ['Do.It.srt', ['Do.It.1080p.mp4', 'Other.mkv'], 'Do.It.1080p.mp4'],
  ['Lantern.S01E01.srt', ['Lantern.S01E01.1080p.mkv', 'Lantern.S01E02.1080p.mkv'], 'Lantern.S01E01.1080p.mkv'],
  ['Lantern.S01E01.zh-HK.sdh.srt', ['Lantern.S01E01.1080p.mkv', 'Other.mkv'], 'Lantern.S01E01.1080p.mkv'],
  ['lantern_en.srt', ['Lantern 2019 1080p.mov', 'Other.mkv'], 'Lantern 2019 1080p.mov'],
  ['Lantern.2018.en.srt', ['Lantern 2019 1080p.mov'], undefined],
  ['Lantern.en.srt', ['Lantern 1080p.mov', 'Lantern 720p.mov'], undefined],
  ['Other.srt', ['Tram.mp4', 'Lantern.mp4'], undefined],
  ['Other.srt', [], undefined],
])('the subtitles %s, among %s, are for %s', (subtitles, films, owner) => {
  const named = films.map((fileName) => ({ fileName }))
  expect(ownerOf(subtitles, named)?.fileName).toBe(owner)
})

test('files of a new series are one draft, films one each', () => {
  const files = [film('渡輪', 1, 1), film('夜'), film('渡 輪', 1, 2), film('夜')].map((one) => ({ film: one }))
  expect(draftGroups(files).map((group) => group.length)).toEqual([2, 1, 1])
})
