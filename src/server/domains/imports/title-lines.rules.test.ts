import { expect, test } from 'vitest'
import type { ManifestCells } from './manifest.rules.ts'
import { groupLines, readTitleLine } from './title-lines.rules.ts'

const NEEDED = { reference: 'HM-1', titleZh: '燈', titleEn: 'Lamp', class: 'IIA' }

const read = (...lines: ManifestCells[]) =>
  groupLines(lines.map((cells, at) => ({ line: at + 2, cells, problems: [] }))).map(readTitleLine)[0]!

const valueOf = (path: string, cells: ManifestCells) => read({ ...NEEDED, ...cells }).values.get(path)?.value

test.each<[ManifestCells, string, unknown]>([
  [{ class: 'iib' }, 'restriction', 'IIB'],
  [{ vod: 'credit; vip' }, 'vodTypes', ['VIP UNLIMITED WATCH', 'PAY PER RENT']],
  [{ vod: 'FREE TO WATCH' }, 'vodTypes', ['FREE TO WATCH']],
  [{ genre: 'romance、drama' }, 'genres', ['drama', 'romance']],
  [{ country: 'hk, tw' }, 'country', ['HK', 'TW']],
  [{ credits: '20' }, 'credits', 20],
  [{ credits: '20.0' }, 'credits', 20],
  [{ credits: '' }, 'credits', 0],
  [{ kids: '是' }, 'kids', true],
  [{ kids: 'FALSE' }, 'kids', false],
  [{ year: '1998' }, 'releaseYear', 1998],
  [{ classify: '' }, 'classify', undefined],
  [{ language: 'yue' }, 'locale', 'yue'],
  [{ titleEn: 'One\nline' }, 'title.en_US', 'One line'],
  [{ descriptionZh: '一\n二' }, 'description.zh_HK', '一\n二'],
  [{ aliasesEn: 'A; B' }, 'aliases.en_US', ['A', 'B']],
  [{ aliasesEn: ['A; B', 'C'] }, 'aliases.en_US', ['A; B', 'C']],
  [{ windows: '' }, 'windows', undefined],
])('%j is %s %j', (cells, path, value) => {
  expect(valueOf(path, cells)).toEqual(value)
})

const window = (region: string, startsAt: string, endsAt: string | null) => ({ region, startsAt, endsAt })

test.each([
  ['HK 2026-12-01..2027-01-31', [window('HK', '2026-11-30T16:00:00.000Z', '2027-01-31T16:00:00.000Z')]],
  ['mo: 2026/12/1 20:30 –', [window('MO', '2026-12-01T12:30:00.000Z', null)]],
  ['HK 2026年12月1日至2026年12月24日 23:59', [window('HK', '2026-11-30T16:00:00.000Z', '2026-12-24T15:59:00.000Z')]],
  ['HK 2026-12-01T00:00:00Z..', [window('HK', '2026-12-01T00:00:00.000Z', null)]],
  ['HK 2026-12-01 - 2026-12-02', [window('HK', '2026-11-30T16:00:00.000Z', '2026-12-02T16:00:00.000Z')]],
  [
    'MO 2026-12-01..; HK 2027-01-01..; HK 2026-12-01..2026-12-31',
    [
      window('HK', '2026-11-30T16:00:00.000Z', '2026-12-31T16:00:00.000Z'),
      window('HK', '2026-12-31T16:00:00.000Z', null),
      window('MO', '2026-11-30T16:00:00.000Z', null),
    ],
  ],
])('the windows %s are in Hong Kong time, a last day whole', (windows, expected) => {
  expect(valueOf('windows', { windows })).toEqual(expected)
})

test('licensor and contract are those of all windows of their line, which has to name some', () => {
  const windows = 'HK 2026-12-01..; MO 2026-12-01..'
  const licence = { licensor: 'Harbour Pictures', contract: 'HP-7' }
  const from = '2026-11-30T16:00:00.000Z'
  expect(valueOf('windows', { windows, ...licence })).toEqual([
    { ...window('HK', from, null), ...licence },
    { ...window('MO', from, null), ...licence },
  ])
  expect(valueOf('windows', { windows, licensor: '', contract: 'HP-7' })).toMatchObject([{ contract: 'HP-7' }, {}])
  expect(read({ ...NEEDED, licensor: 'Harbour Pictures' }).problems).toEqual([
    { line: 2, column: 'windows', is: 'needed' },
  ])
})

test.each<[ManifestCells, object]>([
  [{ class: '' }, { column: 'class', is: 'needed' }],
  [{ class: 'IV' }, { column: 'class', is: 'notOneOf', value: 'IV' }],
  [{ reference: '' }, { column: 'reference', is: 'needed' }],
  [
    { titleZh: '', titleEn: '' },
    { column: 'titleZh', is: 'needed' },
  ],
  [{ vod: 'gratis' }, { column: 'vod', is: 'notOneOf', values: ['free', 'vip', 'voucher', 'credit'] }],
  [{ credits: '1.5' }, { column: 'credits', is: 'notNumber' }],
  [{ credits: '-1' }, { column: 'credits', is: 'notNumber' }],
  [{ year: '98' }, { column: 'year', is: 'notNumber', min: 1880 }],
  [{ kids: 'maybe' }, { column: 'kids', is: 'notYesNo' }],
  [{ country: 'Hong Kong' }, { column: 'country', is: 'notCountry' }],
  [{ language: '粵語' }, { column: 'language', is: 'notLanguage' }],
  [{ titleZh: '海\uFFFD' }, { column: 'titleZh', is: 'unreadable' }],
  [{ titleEn: 'a'.repeat(201) }, { column: 'titleEn', is: 'tooLong', max: 200 }],
  [{ windows: 'HK 12-01..2027-01-31' }, { column: 'windows', is: 'dateWithoutYear', value: '12-01' }],
  [{ windows: 'HK 2026-12-01..1月31日' }, { column: 'windows', is: 'dateWithoutYear' }],
  [{ windows: 'HK 1/12/2026..' }, { column: 'windows', is: 'notDate' }],
  [{ windows: 'HK 2026-13-01..' }, { column: 'windows', is: 'notDate' }],
  [{ windows: 'HK 2026-02-30..' }, { column: 'windows', is: 'notDate' }],
  [{ windows: 'HK 2026-12-01 25:00..' }, { column: 'windows', is: 'notDate' }],
  [{ windows: 'UK 2026-12-01..' }, { column: 'windows', is: 'notWindow' }],
  [{ windows: '2026-12-01..' }, { column: 'windows', is: 'notWindow' }],
  [{ subtitle: 'film.srt' }, { column: 'subtitle', is: 'notSubtitle' }],
  [{ subtitle: 'en:a.srt; en:b.srt' }, { column: 'subtitle', is: 'notSubtitle' }],
  [{ skipShow: '1:00' }, { column: 'skipShow', is: 'onlyOfEpisodes' }],
  [
    { classify: 'drama', film: 'a.mp4' },
    { column: 'film', is: 'filmOfSeries' },
  ],
])('%j is told', (cells, problem) => {
  expect(read({ ...NEEDED, ...cells }).problems).toMatchObject([{ line: 2, ...problem }])
})

test('a series has its episodes, with their own names, times and files', () => {
  const of = { reference: 'HM-1', class: '' }
  const line = read(
    { ...NEEDED, trailer: 't.mp4' },
    { ...of, episode: '2', titleZh: '二', endsAt: '1:02:03', film: 'b.mp4', subtitle: 'zh-Hant:b.srt' },
    { ...of, season: '2', episode: '1', titleZh: '一', skipShow: '83', still: 'one.jpg' },
  )
  expect(line).toMatchObject({ isSeries: true, problems: [] })
  expect(line.values.get('S1E2.endPosition')).toEqual({ value: 3723, place: { line: 3, column: 'endsAt' } })
  expect(line.values.get('S2E1.title.zh_HK')?.value).toBe('一')
  expect(line.sources).toMatchObject([
    { episode: '', role: 'trailer', file: { name: 't.mp4' } },
    { episode: 'S1E2', role: 'film', subtitles: [{ language: 'zh-Hant', file: { name: 'b.srt', line: 3 } }] },
  ])
  expect(line.images).toMatchObject([{ path: 'S2E1.image', file: { name: 'one.jpg' } }])
})

test.each<[string, ManifestCells[], object]>([
  ['a reference twice', [NEEDED, NEEDED], { line: 3, column: 'reference', is: 'referenceTwice' }],
  [
    'an episode twice',
    [NEEDED, { reference: 'HM-1', episode: '1' }, { reference: 'HM-1', episode: '1', season: '1' }],
    { line: 4, column: 'episode', is: 'titleIssue', code: 'EPISODE_TWICE' },
  ],
  [
    'a price of an episode',
    [NEEDED, { reference: 'HM-1', episode: '1', credits: '3' }],
    { line: 3, is: 'onlyOfTitles' },
  ],
])('%s is told', (_, lines, problem) => {
  expect(read(...lines).problems).toMatchObject([problem])
})
