import { expect, test } from 'vitest'
import { commentLength, normalizeComment } from '#contract/comments.ts'
import {
  byStars,
  compact,
  countVotes,
  marksIn,
  messageAfter,
  NO_VOTES,
  ratingOf,
  reviewReasons,
} from './comments.rules.ts'

const facts = {
  text: '很好看的電影',
  listed: ['貸款', 'casino'],
  isFirst: false,
  isHeld: false,
  isReported: false,
}

test.each<[string, object, string[]]>([
  ['a plain comment', {}, []],
  ['an address', { text: '詳情看 https://example.com/x' }, ['link']],
  ['an address without a scheme', { text: '去 abc.com 看' }, ['link']],
  ['an address in full-width letters', { text: '去 ａｂｃ．ｃｏｍ 看' }, ['link']],
  ['a mailbox', { text: '寫給 someone@example.org 吧' }, ['link']],
  ['a telephone', { text: '致電 9123 4567' }, ['link']],
  ['a telephone in Chinese numerals, with an invisible character', { text: '致電 九一二三\u200D四五六七' }, ['link']],
  ['a mailbox with an invisible character', { text: 'someone@exam\u200Dple.in' }, ['link']],
  ['a year and a count are no telephone', { text: '1997 年和 2047 年，共 120 分鐘' }, []],
  ['a sentence that ends without a space', { text: 'It was great.The end too.' }, []],
  ['a listed word', { text: '需要貸款' }, ['word']],
  ['a listed word that is spaced out', { text: '需要 貸 . 款' }, ['word']],
  ['a listed word in capitals', { text: 'A CASINO scene' }, ['word']],
  ['the first comment', { isFirst: true }, ['first']],
  ['one after a rejection', { isHeld: true }, ['rejected']],
  ['one that is reported', { isReported: true }, ['reported']],
  ['several at once', { text: 'casino.com', isFirst: true }, ['link', 'word', 'first']],
])('what waits for review, and why: %s', (_, change, expected) => {
  expect(reviewReasons({ ...facts, ...change })).toEqual(expected)
})

test.each([
  ['waiting', ['first'], 'published', 'commentPublished'],
  ['rejected', ['rejected'], 'published', 'commentPublished'],
  ['waiting', ['link'], 'rejected', 'commentRejected'],
  ['waiting', ['link', 'reported'], 'rejected', 'commentRemoved'],
  ['published', [], 'rejected', 'commentRemoved'],
  ['published', [], 'published', undefined],
  ['rejected', ['rejected'], 'rejected', undefined],
] as const)('the author of a comment that was %s %j and is %s is told: %s', (status, reviewReasons, after, message) => {
  expect(messageAfter({ status, reviewReasons }, after)).toBe(message)
})

test('words are compared without case, spaces and punctuation', () => {
  expect(compact(' Whats-App！＋１ ')).toBe('whatsapp1')
})

test.each<[string, string, number]>([
  ['a Chinese character is one', '港映', 2],
  ['an emoji of several code points is one', '👨‍👩‍👧‍👦好', 2],
  ['a letter with marks is one', 'e\u0301', 1],
  ['a run of spaces is one, around it none', '  a \t  b  ', 3],
  ['what cannot be seen counts nothing', 'a\u200B\u2060\uFEFF\u3164b', 2],
  ['empty lines count once', 'a\n\n\n\n\nb', 4],
])('the length of a comment: %s', (_, typed, length) => {
  expect(commentLength(typed)).toBe(length)
})

test('a comment keeps neither turned text nor stacked marks', () => {
  expect(normalizeComment('a\u202Eb')).toBe('ab')
  expect(normalizeComment(`q${'\u0315'.repeat(40)}x`)).toBe(`q${'\u0315'.repeat(3)}x`)
})

test('votes make the mean, and a score that few votes move little', () => {
  expect(ratingOf(NO_VOTES)).toMatchObject({ votes: 0, rating: 3.5, score: 3.5 })
  const one = countVotes(NO_VOTES, { added: 10 })
  expect(ratingOf(one)).toMatchObject({ votes: 1, rating: 5, score: 40 / 11 })
  const changed = countVotes(one, { removed: 10, added: 3 })
  expect(ratingOf(changed)).toMatchObject({ votes: 1, rating: 1.5 })
  expect(countVotes(changed, { removed: 3 })).toEqual(NO_VOTES)
})

test('half a star counts for the star above', () => {
  const counts = [2, 3, 4, 5, 10].reduce<number[]>((sum, added) => countVotes(sum, { added }), [...NO_VOTES])
  expect(byStars(counts)).toEqual([1, 2, 1, 0, 1])
})

test.each([
  ['加我 WeChat 領獎', ['wechat'], ['WeChat']],
  ['加我微 信吧', ['微信'], ['微 信']],
  ['寫給 ann@example.org 或電 9123-4567', [], ['ann@example.org', '9123-4567']],
  ['wechatwechat', ['wechat', 'chatwe'], ['wechatwechat']],
  ['1999 至 2001 年的片', ['微信'], []],
])('what is suspicious in “%s” is marked where it stands', (text, listed, marked) => {
  expect(marksIn(text, listed).map(({ from, to }) => text.slice(from, to))).toEqual(marked)
})
