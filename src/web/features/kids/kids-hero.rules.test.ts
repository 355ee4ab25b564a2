import { expect, test } from 'vitest'
import type { Banner } from '#contract/banners.ts'
import type { ProgramCard } from '#contract/programs.ts'
import { kidsPick } from './kids-hero.rules.ts'

const card = (programId: string, preparing = false) => ({ programId, preparing }) as ProgramCard
const banner = (programId: string, change: Partial<Banner['program']> = {}): Banner => ({
  bannerId: programId,
  bannerImage: '',
  bannerImagePortrait: `/i/1/${programId}-p`,
  bannerPreview: `data:${programId}`,
  bannerType: 'drama',
  movieId: programId,
  url: '',
  title: '',
  subtitle: '',
  program: { ...card(programId), access: 'play', buttonText: '', buttonNote: '', offers: [], ...change },
})
const denied = { access: 'deny', reasonText: '不在你的地區' } as const
const preparing = { access: 'deny', preparing: true } as const

test.each([
  ["the editor's first", [banner('a'), banner('b')], [card('c')], 'a', true],
  ['one that is ready before one that is not', [banner('a', preparing), banner('b')], [card('c')], 'b', true],
  ['one that may be watched before one that may not', [banner('a', denied), banner('b')], [], 'b', true],
  ['a ready title of the first row before a banner that is not', [banner('a', preparing)], [card('c')], 'c', true],
  ['the first row where there is no banner', [], [card('c', true), card('d')], 'd', true],
  ["the editor's first where nothing is ready", [banner('a', preparing)], [card('c', true)], 'a', false],
] as const)('the large image is %s', (...[, banners, programs, programId, isReady]) => {
  expect(kidsPick(banners, programs)).toMatchObject({ program: { programId }, isReady })
})

test("a banner's portrait image is used, and the reason why it is not playable", () => {
  expect(kidsPick([banner('a', denied)], [])).toMatchObject({
    upright: '/i/1/a-p',
    preview: 'data:a',
    reason: '不在你的地區',
  })
})

test.each([
  ['plays a title that asks for nothing', [banner('a')], true],
  ['opens the details of one that has a price', [banner('a', { access: 'buy' })], false],
  ['opens the details of one that is not ready', [banner('a', preparing)], false],
  ['opens the details of one of a row, of which it is not known', [], false],
] as const)('the button %s', (_, banners, plays) => {
  expect(kidsPick(banners, [card('c')])).toMatchObject({ plays })
})

test('without titles there is no hero', () => {
  expect(kidsPick([{ ...banner('a'), program: undefined }], [])).toBeUndefined()
})
