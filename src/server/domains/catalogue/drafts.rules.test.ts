import { expect, test } from 'vitest'
import type { TitleDraft } from '#contract/ingest.ts'
import { draft } from '../../../../test/support/drafts.ts'
import { draftIssues, localeOf, writingOf } from './drafts.rules.ts'

const NOW = Temporal.Instant.from('2026-11-21T04:00:00Z')

test.each<[string, Partial<TitleDraft>, Record<string, string>]>([
  ['a plain film', {}, {}],
  ['a title of 200 characters', { titleZh: '𠝹'.repeat(200) }, {}],
  ['one more', { titleZh: '𠝹'.repeat(201) }, { titleZh: 'TITLE_TOO_LONG --title-zh' }],
  ['a line break', { titleEn: 'New\nfilm' }, { titleEn: 'TITLE_CONTROLS --title-en' }],
  ['an escape', { titleZh: '新\u001B[2J片' }, { titleZh: 'TITLE_CONTROLS --title-zh' }],
  ['a line separator', { titleEn: 'New\u2028film' }, { titleEn: 'TITLE_CONTROLS --title-en' }],
  [
    'empty titles',
    { titleZh: ' ', titleEn: '' },
    { titleZh: 'TITLE_NEEDED --title-zh', titleEn: 'TITLE_NEEDED --title-en' },
  ],
  ['unknown genres', { genres: ['western', 'drama', 'opera'] }, { genres: 'UNKNOWN_GENRE western, opera' }],
  ['a season of a film', { season: 2 }, { season: 'SEASON_OF_FILM' }],
  ['a season of a drama', { season: 2, classify: 'drama' }, {}],
  ['positions on a film', { endPosition: 5 }, { startShowPoint: 'POSITIONS_OF_FILM' }],
  ['the position 0 on a film', { startShowPoint: 0 }, { startShowPoint: 'POSITIONS_OF_FILM' }],
  ['positions on an episode', { endPosition: 5, series: 'x', episode: 2 }, {}],
  [
    'a skip button that leads backwards',
    { startShowPoint: 5, startPosition: 4, classify: 'drama' },
    { startPosition: 'SKIP_BACKWARDS 4 < 5' },
  ],
  ['a skip button that leads to itself', { startShowPoint: 5, startPosition: 5, classify: 'drama' }, {}],
  ['one region', { regions: ['MO'] }, {}],
  ['an unknown region', { regions: ['HK', 'TW'] }, { regions: 'UNKNOWN_REGION TW' }],
  ['a licence until today', { licenceUntil: '2026-11-21' }, {}],
  ['a licence until yesterday', { licenceUntil: '2026-11-20' }, { licenceUntil: 'LICENCE_OVER 2026-11-20' }],
  ['a day that is none', { licenceUntil: '2027-02-30' }, { licenceUntil: 'LICENCE_DATE 2027-02-30' }],
  ['a date in other words', { licenceUntil: 'next year' }, { licenceUntil: 'LICENCE_DATE next year' }],
  [
    'the licence of an episode',
    { licenceUntil: '2027-01-31', series: 'x', episode: 2 },
    { licenceUntil: 'LICENCE_OF_EPISODE' },
  ],
])('a draft is refused by its wrong fields: %s', (_, change, faults) =>
  expect(draftIssues({ ...draft, ...change }, NOW)).toEqual(faults),
)

test('a licence ends with the day in Hong Kong, and without a day it does not end', () => {
  const until = writingOf({ ...draft, licenceUntil: '2027-01-01' }, 'p', NOW).licences!
  expect(until.map(({ region, endsAt }) => [region, String(endsAt)])).toEqual([
    ['HK', '2027-01-01T16:00:00Z'],
    ['MO', '2027-01-01T16:00:00Z'],
  ])
  expect(writingOf(draft, 'p', NOW).licences!.map(({ endsAt }) => endsAt)).toEqual([null, null])
})

test('a licence for one region is for that one only', () => {
  expect(writingOf({ ...draft, regions: ['MO'] }, 'p', NOW).licences!.map(({ region }) => region)).toEqual(['MO'])
})

test.each([
  [undefined, undefined],
  ['und', undefined],
  ['yue', 'yue-HK'],
  ['ja', 'ja'],
])('sound in %s makes a title in %s', (language, locale) => expect(localeOf(language)).toBe(locale))
