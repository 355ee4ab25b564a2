import { describe, expect, test } from 'vitest'
import type { TitleContent } from '#contract/admin/titles.ts'
import { anEpisode, aTitleContent } from '../../../../test/support/title-content.ts'
import { advisoryIssues, blockingIssues, changedFields, type Surroundings } from './content.rules.ts'

const IMAGE = `${'a'.repeat(24)}/poster.jpg`
const surroundings: Surroundings = {
  people: new Set(['p1', 'p2']),
  images: new Set(['a'.repeat(24)]),
  programType: undefined,
  films: new Set(['film']),
  subtitled: new Set(['film']),
  now: Temporal.Instant.from('2026-11-29T00:00:00Z'),
}
const ann = { personId: 'p1', name: { zh_HK: '安', en_US: 'Ann' } }
const unknown = { personId: 'p9', name: { zh_HK: '無名', en_US: 'Unknown' } }
const window = (startsAt: string, endsAt: string | null, region: 'HK' | 'MO' = 'HK') => ({ region, startsAt, endsAt })
const series = (...episodes: TitleContent['episodes']): Partial<TitleContent> => ({ programType: 'drama', episodes })
const images = (keyart: string) => ({ keyart, landscape: '', art: '', hero: '' })

test('a complete film and a complete series may be published', () => {
  expect(blockingIssues(aTitleContent(), surroundings)).toEqual([])
  expect(blockingIssues(aTitleContent(series(anEpisode(1, 1), anEpisode(1, 2))), surroundings)).toEqual([])
})

describe('publication is refused', () => {
  const rows: [string, Partial<TitleContent>, { field: string; code: string; about?: string }][] = [
    ['without a Chinese title', { title: { zh_HK: ' ', en_US: 'A' } }, { field: 'title.zh_HK', code: 'TITLE_NEEDED' }],
    ['without an English title', { title: { zh_HK: '燈', en_US: '' } }, { field: 'title.en_US', code: 'TITLE_NEEDED' }],
    [
      'with a line break in the title',
      { title: { zh_HK: '燈\n', en_US: 'A' } },
      { field: 'title.zh_HK', code: 'TITLE_CONTROLS' },
    ],
    ['without a way to watch', { vodTypes: [] }, { field: 'vodTypes', code: 'VOD_TYPE_NEEDED' }],
    ['for rent without a price', { vodTypes: ['PAY PER RENT'] }, { field: 'credits', code: 'CREDITS_NEEDED' }],
    ['for children in class III', { kids: true, restriction: 'III' }, { field: 'restriction', code: 'KIDS_CLASS_III' }],
    ['without a year', { releaseYear: 0 }, { field: 'releaseYear', code: 'BAD_YEAR' }],
    ['without a country', { country: [] }, { field: 'country', code: 'COUNTRY_NEEDED' }],
    ['without a window', { windows: [] }, { field: 'windows', code: 'WINDOW_NEEDED' }],
    [
      'with a window that ends before it starts',
      { windows: [window('2026-02-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')] },
      { field: 'windows', code: 'WINDOW_BACKWARDS', about: 'HK' },
    ],
    [
      'with windows of a region that overlap',
      {
        windows: [
          window('2026-03-01T00:00:00.000Z', null),
          window('2026-01-01T00:00:00.000Z', '2026-03-01T00:00:00.001Z'),
        ],
      },
      { field: 'windows', code: 'WINDOWS_OVERLAP', about: 'HK' },
    ],
    ['of a film with episodes', { episodes: [anEpisode(1, 1)] }, { field: 'episodes', code: 'EPISODES_OF_FILM' }],
    ['of a series without episodes', series(), { field: 'episodes', code: 'EPISODE_NEEDED' }],
    [
      'with an episode twice',
      series(anEpisode(1, 1), anEpisode(1, 1)),
      { field: 'episodes', code: 'EPISODE_TWICE', about: 'S1E1' },
    ],
    [
      'with a skip that leads backwards',
      series({ ...anEpisode(2, 3), startShowPoint: 60, startPosition: 30 }),
      { field: 'episodes', code: 'SKIP_BACKWARDS', about: 'S2E3' },
    ],
    ['with an unknown person', { actors: [unknown] }, { field: 'actors', code: 'PERSON_UNKNOWN', about: '無名' }],
    ['with a person twice', { actors: [ann, ann] }, { field: 'actors', code: 'PERSON_TWICE', about: 'p1' }],
    [
      'with an unknown image',
      { images: images(`${'b'.repeat(24)}/x.jpg`) },
      { field: 'images', code: 'IMAGE_UNKNOWN', about: `${'b'.repeat(24)}/x.jpg` },
    ],
  ]
  test.each(rows)('%s', (_case, change, issue) => {
    expect(blockingIssues(aTitleContent(change), surroundings)).toEqual([{ ...issue, blocks: true }])
  })

  test('of a film that was a series', () => {
    const before = { ...surroundings, programType: 'drama' as const }
    expect(blockingIssues(aTitleContent(), before)).toEqual([
      { field: 'programType', code: 'TYPE_CHANGED', blocks: true },
    ])
  })
})

test('windows that join, and the same time in two regions, do not overlap', () => {
  const windows = [
    window('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'),
    window('2026-02-01T00:00:00.000Z', null),
    window('2026-01-01T00:00:00.000Z', null, 'MO'),
  ]
  expect(blockingIssues(aTitleContent({ windows }), surroundings)).toEqual([])
})

describe('advice says what is missing', () => {
  const codes = (change: Partial<TitleContent>, more: Partial<Surroundings> = {}) =>
    advisoryIssues(aTitleContent({ images: images(IMAGE), directors: [ann], ...change }), {
      ...surroundings,
      ...more,
    }).map(({ code }) => code)
  test.each<[string, Partial<TitleContent>, Partial<Surroundings>, string[]]>([
    ['nothing', {}, {}, []],
    ['a poster', { images: images('') }, {}, ['POSTER_NEEDED']],
    ['a film', {}, { films: new Set(), subtitled: new Set() }, ['FILM_NEEDED']],
    ['subtitles', {}, { subtitled: new Set() }, ['SUBTITLES_NEEDED']],
    ['English', { description: { zh_HK: '燈', en_US: '' } }, {}, ['ENGLISH_NEEDED']],
    ['an English name', { title: { zh_HK: '燈', en_US: '燈' } }, {}, ['ENGLISH_NEEDED']],
    ['people', { directors: [] }, {}, ['PEOPLE_NEEDED']],
    [
      'a window to come',
      { windows: [window('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z')] },
      {},
      ['WINDOWS_OVER'],
    ],
  ])('%s', (_case, change, more, expected) => {
    expect(codes(change, more)).toEqual(expected)
  })
})

test('films of episodes that are gone, or have another number, are named before they are lost', () => {
  const films = new Set(['x.s1e1', 'x.s1e2'])
  const issues = advisoryIssues(aTitleContent(series(anEpisode(1, 1), anEpisode(1, 3))), { ...surroundings, films })
  expect(issues).toContainEqual({ field: 'episodes', code: 'EPISODE_FILM_REMOVED', about: 'S1E2', blocks: false })
  expect(issues.filter(({ code }) => code === 'EPISODE_FILM_REMOVED')).toHaveLength(1)
})

test('fields that differ are named, whatever the order of keys, windows and episodes', () => {
  const [one, two] = [window('2026-01-01T00:00:00.000Z', null), window('2026-01-01T00:00:00.000Z', null, 'MO')]
  const before = aTitleContent({ windows: [one, two] })
  const { title, ...others } = before
  const same = { ...others, title: { en_US: title.en_US, zh_HK: title.zh_HK }, windows: [two, one] }
  expect(changedFields(before, same)).toEqual([])
  expect(changedFields(before, { ...before, kids: true, actors: [ann] })).toEqual(['actors', 'kids'])
  expect(changedFields(undefined, before)).toHaveLength(Object.keys(before).length)
})
