import { expect, test } from 'vitest'
import { readIngestArguments, UsageError } from './ingest-arguments.ts'

const read = (...args: string[]) => readIngestArguments(args, '/films')
const NAMED = ['a b.mp4', '--title-zh', '海港', '--title-en', 'Harbour']

test('a film with two titles is class I, free, a movie', () => {
  expect(read(...NAMED)).toEqual({
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
  })
})

test('everything that can be said is heard', () => {
  const { draft, sources } = read(
    ...NAMED,
    '--series',
    'night-tram',
    '--season',
    '2',
    '--episode',
    '3',
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
    series: 'night-tram',
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
    { role: 'trailer', file: '/else/t.mp4' },
    { role: 'opening', file: '/films/o.mp4' },
    {
      role: 'film',
      file: '/films/a b.mp4',
      subtitles: [
        { language: 'zh-Hant', file: '/films/a:b.srt' },
        { language: 'en', file: '/films/e.ass' },
      ],
    },
  ])
})

test('a kids title is for kids', () => {
  expect(read(...NAMED, '--classify', 'kids').draft.kids).toBe(true)
})

test('printing the ladder needs no title', () => {
  expect(read('a.mp4', '--print-ladder').printLadder).toBe(true)
})

test.each([
  [[], ['No film given.', '--title-zh is required.', '--title-en is required.']],
  [['a.mp4', 'b.mp4', '--title-zh', 'x', '--title-en', 'y'], ['One film at a time. Remove b.mp4.']],
  [[...NAMED, '--class', 'IV'], ['--class must be one of I, IIA, IIB, III (got IV).']],
  [[...NAMED, '--vod', 'free,gratis'], ['--vod must be one of free, vip, credit, voucher (got gratis).']],
  [
    [...NAMED, '--year', 'soon', '--episode', '0'],
    ['--year must be a whole number', '--episode must be a whole number'],
  ],
  [[...NAMED, '--skip-to', 'later'], ['--skip-to must be seconds']],
  [[...NAMED, '--subtitle', 'a.srt'], ['--subtitle must be a language and a file']],
  [[...NAMED, '--subtitle', '../x:a.srt'], ['--subtitle must be a language and a file']],
  [
    [...NAMED, '--subtitle', 'zh:a.srt', '--subtitle', 'en:b.srt', '--subtitle', 'zh-Hant:c.srt'],
    ['--subtitle takes one file per language (got several for zh-Hant).'],
  ],
  [[...NAMED, '--nonsense'], ['--nonsense']],
])('%j is refused, every fault at once', (args, faults) => {
  let message = ''
  try {
    read(...args)
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    message = (error as Error).message
  }
  for (const fault of faults) expect(message).toContain(fault)
  expect(message).toContain('npm run ingest -- film.mp4')
})
