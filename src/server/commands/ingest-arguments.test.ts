import { expect, test } from 'vitest'
import { UsageError } from './command.ts'
import { readIngestArguments } from './ingest-arguments.ts'

const readArguments = (...args: string[]) => readIngestArguments(args, '/films')
const WITH_TITLES = ['a b.mp4', '--title-zh', '海港', '--title-en', 'Harbour']

test('a video with two titles defaults to class I, free, movie', () => {
  expect(readArguments(...WITH_TITLES)).toEqual({
    draft: {
      titleZh: '海港',
      titleEn: 'Harbour',
      classify: 'movie',
      restriction: 'I',
      vodTypes: ['free'],
      kids: false,
      genres: [],
      countries: [],
    },
    sources: [{ role: 'film', file: '/films/a b.mp4', subtitles: [] }],
    language: 'en_US',
    printLadder: false,
    background: false,
    manifest: undefined,
    template: undefined,
  })
})

test('reads every option', () => {
  const { draft, sources } = readArguments(
    ...WITH_TITLES,
    '--season',
    '2',
    '--episode',
    '3',
    '--region',
    'mo',
    '--classify',
    'drama',
    '--class',
    'IIB',
    '--vod',
    'vip,credit',
    '--credits',
    '20',
    '--genre',
    'drama',
    '--genre',
    'romance',
    '--country',
    'hk,TW',
    '--year',
    '2025',
    '--warning-zh',
    '暴力',
    '--warning-en',
    'Violence',
    '--description-zh',
    '一',
    '--description-en',
    'One',
    '--trailer',
    '/else/t.mp4',
    '--opening',
    'o.mp4',
    '--subtitle',
    'zh-Hant:a:b.srt',
    '--subtitle',
    'en:e.ass',
    '--audio-language',
    'zh-yue',
    '--licence-until',
    '2027-01-31',
    '--skip-show',
    '5',
    '--skip-to',
    '1:35.5',
    '--ends-at',
    '1:02:03',
  )
  expect(draft).toEqual({
    titleZh: '海港',
    titleEn: 'Harbour',
    classify: 'drama',
    restriction: 'IIB',
    vodTypes: ['vip', 'credit'],
    credits: 20,
    kids: false,
    genres: ['drama', 'romance'],
    countries: ['HK', 'TW'],
    year: 2025,
    licenceUntil: '2027-01-31',
    regions: ['MO'],
    season: 2,
    episode: 3,
    warningZh: '暴力',
    warningEn: 'Violence',
    descriptionZh: '一',
    descriptionEn: 'One',
    startShowPoint: 5,
    startPosition: 95.5,
    endPosition: 3723,
  })
  expect(sources).toEqual([
    { role: 'trailer', file: '/else/t.mp4', audioLanguage: 'yue' },
    { role: 'opening', file: '/films/o.mp4', audioLanguage: 'yue' },
    {
      role: 'film',
      file: '/films/a b.mp4',
      audioLanguage: 'yue',
      subtitles: [
        { language: 'zh-Hant', file: '/films/a:b.srt' },
        { language: 'en', file: '/films/e.ass' },
      ],
    },
  ])
})

test('an episode takes its class, price and the like from its series', () => {
  const { draft } = readArguments(...WITH_TITLES, '--series', 'night-tram', '--season', '2', '--episode', '3')
  expect(draft).toMatchObject({ series: 'night-tram', season: 2, episode: 3 })
})

test.each([
  ['--classify', 'drama'],
  ['--class', 'III'],
  ['--vod', 'vip'],
  ['--credits', '20'],
  ['--kids'],
  ['--genre', 'drama'],
  ['--country', 'HK'],
  ['--year', '2025'],
  ['--region', 'HK'],
  ['--licence-until', '2027-01-31'],
  ['--warning-zh', '暴力'],
  ['--warning-en', 'Violence'],
])('with --series, %s is refused by name', (...option) => {
  const given = [...WITH_TITLES, '--series', 'night-tram', '--episode', '3', ...option]
  expect(() => readArguments(...given)).toThrow(`Remove ${option[0]!}, or --series`)
})

test('the class kids marks a title for children', () => {
  expect(readArguments(...WITH_TITLES, '--classify', 'kids').draft.kids).toBe(true)
})

test('--print-ladder requires no title', () => {
  expect(readArguments('a.mp4', '--print-ladder').printLadder).toBe(true)
})

test.each([
  [[], ['No film given.', '--title-zh is required.', '--title-en is required.']],
  [['a.mp4', 'b.mp4', '--title-zh', 'x', '--title-en', 'y'], ['One film at a time. Remove b.mp4.']],
  [[...WITH_TITLES, '--class', 'IV'], ['--class must be one of I, IIA, IIB, III (got IV).']],
  [[...WITH_TITLES, '--vod', 'free,gratis'], ['--vod must be one of free, vip, credit, voucher (got gratis).']],
  [
    [...WITH_TITLES, '--year', 'soon', '--episode', '0'],
    ['--year must be a whole number', '--episode must be a whole number'],
  ],
  [[...WITH_TITLES, '--skip-to', 'later'], ['--skip-to must be seconds']],
  [[...WITH_TITLES, '--subtitle', 'a.srt'], ['--subtitle must be a language and a file']],
  [[...WITH_TITLES, '--subtitle', '../x:a.srt'], ['--subtitle must be a language and a file']],
  [
    [...WITH_TITLES, '--subtitle', 'zh:a.srt', '--subtitle', 'en:b.srt', '--subtitle', 'zh-Hant:c.srt'],
    ['--subtitle takes one file per language (got several for zh-Hant).'],
  ],
  [[...WITH_TITLES, '--audio-language', 'Cantonese speech'], ['--audio-language must be a language']],
  [[...WITH_TITLES, '--nonsense'], ['--nonsense']],
])('%j is refused, listing every problem', (args, problems) => {
  let message = ''
  try {
    readArguments(...args)
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    message = (error as Error).message
  }
  for (const fault of problems) expect(message).toContain(fault)
  expect(message).toContain('npm run ingest -- film.mp4')
})

test('a manifest takes the place of the film and its titles', () => {
  expect(
    readArguments('--manifest', 'titles.csv', '--folder', 'all', '--dry-run', '--operator', 'ada').manifest,
  ).toEqual({
    file: '/films/titles.csv',
    folder: '/films/all',
    report: undefined,
    operator: 'ada',
    isDryRun: true,
  })
  expect(readArguments('--template', 'new.csv')).toMatchObject({ template: '/films/new.csv', manifest: undefined })
  for (const wrong of [
    ['a.mp4', '--manifest', 'titles.csv'],
    ['a.mp4', '--template', 'new.csv'],
    [...WITH_TITLES, '--dry-run'],
    [...WITH_TITLES, '--folder', 'all'],
  ])
    expect(() => readArguments(...wrong)).toThrow(UsageError)
})
