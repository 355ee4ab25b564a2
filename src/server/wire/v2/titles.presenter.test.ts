import { expect, test } from 'vitest'
import {
  toAccessResponse,
  formatDuration,
  toEpisodeResponse,
  toFacetsResponse,
  formatReason,
  formatSubtitles,
} from './titles.presenter.ts'

const nothing = { genre: [], year: [], country: [], language: [], vodType: [] }

test.each([
  [45, '45 秒', '45 s'],
  [59, '59 秒', '59 s'],
  [60, '1 分鐘', '1 min'],
  [3120, '52 分鐘', '52 min'],
])('%i seconds are %s, %s', (seconds, zh, en) => {
  expect(formatDuration(seconds, 'zh_HK')).toBe(zh)
  expect(formatDuration(seconds, 'en_US')).toBe(en)
})

test.each([
  ['und', '未知語言', 'Unknown language'],
  ['zh-Hant', '繁體中文', 'Traditional Chinese'],
])('subtitles in %s are called %s, %s', (tag, zh, en) => {
  expect(formatSubtitles(tag, 'zh_HK')).toBe(zh)
  expect(formatSubtitles(tag, 'en_US')).toBe(en)
})

test('the button says what a click on it does, and is empty where there is nothing to click', () => {
  expect(toAccessResponse({ access: 'play', by: 'free' }, 'zh_HK')).toEqual({
    access: 'play',
    buttonText: '免費播放',
    buttonNote: '',
    offers: [],
  })
  expect(toAccessResponse({ access: 'login' }, 'en_US')).toEqual({
    access: 'login',
    buttonText: 'Log in to watch',
    buttonNote: '',
    offers: [],
  })
  expect(toAccessResponse({ access: 'login', offer: { kind: 'rental', credits: 48 } }, 'en_US')).toEqual({
    access: 'login',
    buttonText: 'Log in to watch',
    buttonNote: '48 credits',
    offers: [],
  })
  expect(toAccessResponse({ access: 'deny', reason: 'PREPARING' }, 'zh_HK')).toEqual({
    access: 'deny',
    buttonText: '',
    buttonNote: '',
    offers: [],
    reason: 'PREPARING',
    reasonText: '節目準備中，完成後即可觀看。',
  })
  const until = Temporal.Instant.from('2026-12-01T00:00:00Z')
  expect(toAccessResponse({ access: 'play', by: 'plan', until }, 'zh_HK')).toEqual({
    access: 'play',
    buttonText: '播放',
    buttonNote: '通行證免費觀看',
    offers: [],
  })
})

test('the button sells the first offer, and all are listed', () => {
  const rental = { kind: 'rental', credits: 28 } as const
  expect(
    toAccessResponse({ access: 'buy', offers: [rental, { kind: 'plan' }] }, 'en_US', { credits: 60, vouchers: 0 }),
  ).toEqual({
    access: 'buy',
    buttonText: 'Rent',
    buttonNote: '28 credits of 60',
    offers: [
      { kind: 'rental', text: 'Rent' },
      { kind: 'plan', text: 'Watch with the pass' },
    ],
  })
  expect(
    toAccessResponse({ access: 'buy', offers: [{ kind: 'plan' }] }, 'en_US', { credits: 60, vouchers: 0 }),
  ).toMatchObject({
    buttonText: 'Watch with the pass',
    buttonNote: '',
  })
})

/** In their own order, not by count. */
const classesAndTimes = {
  zh_HK: ['第 I 級', '第 III 級', '少於 30 分鐘', '120 分鐘或以上', '未有資料'],
  en_US: ['Category I', 'Category III', 'Under 30 min', '120+ min', 'Unknown'],
}

test('facet values have the names that are used here', () => {
  const counts = {
    ...nothing,
    genre: [{ value: 'horror', count: 2 }],
    country: ['HK', 'MO', 'JP'].map((value) => ({ value, count: 1 })),
    language: [{ value: 'yue-HK', count: 3 }],
    vodType: [{ value: 'VIP UNLIMITED WATCH', count: 1 }],
    restriction: ['III', 'I'].map((value) => ({ value, count: 1 })),
    runningTime: ['unknown', '120-', '0-30'].map((value) => ({ value, count: 1 })),
  }
  const labels = (language: 'zh_HK' | 'en_US') =>
    Object.values(toFacetsResponse(counts, language)).flatMap((list) => list.map(({ label }) => label))
  expect(labels('zh_HK')).toEqual(['恐怖', '香港', '澳門', '日本', '粵語', '通行證', ...classesAndTimes.zh_HK])
  expect(labels('en_US')).toEqual([
    'Horror',
    'Hong Kong',
    'Macau',
    'Japan',
    'Cantonese',
    'Pass',
    ...classesAndTimes.en_US,
  ])
})

test('an episode without a title is called by its number, and one without a film has no length', () => {
  const episode = {
    programGuid: 'x.s1e3',
    episode: 3,
    season: 1,
    title: '',
    description: '',
    imageURL: '',
    duration: undefined,
    startShowPoint: 0,
    startPosition: 0,
    endPosition: 0,
    orderURL: '',
    preparing: true,
  }
  expect(toEpisodeResponse(episode, 'zh_HK')).toMatchObject({ title: '第 3 集', durationStr: '' })
  expect(toEpisodeResponse({ ...episode, title: '渡口', duration: 61 }, 'zh_HK')).toMatchObject({
    title: '渡口',
    durationStr: '1 分鐘',
  })
})

test('a recommendation says why', () => {
  expect(formatReason({ kind: 'popularGenre', genre: 'comedy' }, 'zh_HK')).toBe('熱門喜劇作品')
  expect(formatReason(undefined, 'zh_HK')).toBeUndefined()
})

test('a button that asks for the parental code also says the price', () => {
  const offer = { kind: 'rental', credits: 29 } as const
  expect(toAccessResponse({ access: 'parental', offer }, 'zh_HK', { credits: 60, vouchers: 0 })).toMatchObject({
    access: 'parental',
    buttonText: '輸入家長密碼後觀看',
    buttonNote: '29 點（現有 60 點）',
  })
  expect(toAccessResponse({ access: 'parental' }, 'zh_HK')).toMatchObject({ buttonNote: '' })
})
