import { expect, test } from 'vitest'
import type { ProgramCard } from '#contract/programs.ts'
import { cards } from '#text/zh_HK/viewer.ts'
import { cardOf, priceOf, scoreOf } from './card-presenter.ts'

const labels = { text: cards, language: 'zh_HK' } as const
const program = {
  programId: 'a',
  programGuid: 'a',
  programType: 'movie',
  title: '甲',
  otherTitle: 'A',
  tagline: '',
  description: '',
  actor: [],
  genres: [],
  keyartImageURL: '/i/1/p',
  landscapeImageURL: '/i/1/l',
  artImageURL: '/i/1/a',
  episodeCount: 0,
  releaseYear: 2026,
  restriction: 'IIA',
  vodType: 'FREE TO WATCH',
  vodTypes: ['FREE TO WATCH'],
  credits: 0,
  rating: 3.5,
  votes: 0,
  duration: 5700,
  dolbyAtmos: false,
  dolbyDigital: false,
  dolbyDigitalPlus: false,
  stereoAac51: false,
  preparing: false,
} satisfies ProgramCard

test.each([
  ['FREE TO WATCH', 0, 'free', '免費'],
  ['VIP UNLIMITED WATCH', 0, 'pass', '通行證'],
  ['MOVIE VOUCHER', 0, 'ticket', '換領券'],
  ['PAY PER RENT', 28, 'credit', '28 點'],
] as const)('%s says its price in its own hue and word', (...[vodType, credits, kind, text]) => {
  expect(priceOf({ vodType, credits }, cards, 'zh_HK')).toEqual({ kind, text })
})

test('PRODUCT 8: without votes there is no score, whatever the rating on the wire', () => {
  expect(scoreOf({ rating: 3.5, votes: 0 }, cards, 'zh_HK')).toEqual({ label: '未有評分' })
  expect(scoreOf({ rating: 4.4, votes: 12 }, cards, 'zh_HK').value).toBe('4.4')
})

test('a portrait card shows the year, a landscape one the duration', () => {
  expect(cardOf(program, 'portrait', labels)).toMatchObject({ image: '/i/1/p', detail: '2026' })
  expect(cardOf(program, 'landscape', labels)).toMatchObject({ image: '/i/1/l', detail: '1 小時 35 分' })
})

test('a title that is not encoded yet shows that instead of year and duration, in kids mode too', () => {
  const preparing = { ...program, preparing: true }
  expect(cardOf(preparing, 'portrait', labels)).toMatchObject({ state: '準備中', detail: undefined })
  expect(cardOf(preparing, 'landscape', labels)).toMatchObject({ state: '準備中', detail: undefined })
  expect(cardOf(preparing, 'portrait', { ...labels, kids: true })).toMatchObject({ state: '準備中' })
  expect(cardOf(program, 'portrait', labels).state).toBeUndefined()
})

test('kids mode shows no price, class or year', () => {
  expect(cardOf(program, 'portrait', { ...labels, kids: true })).toEqual({
    title: '甲',
    shape: 'portrait',
    image: '/i/1/p',
  })
})
