import { expect, test } from 'vitest'
import type { Article } from '#web/kit/article-model.ts'
import {
  anchorOf,
  closestHelp,
  codeOf,
  errorsOf,
  inTheirCharacters,
  knownEntries,
  questionsOf,
  searchHelp,
  wordsIn,
} from './help-search.rules.ts'

const text = (...words: string[]) => [{ kind: 'text' as const, text: words }]
const HELP: Article = {
  title: 'Help',
  updated: '2026-11-23',
  lead: [],
  sections: [
    {
      id: 'payments',
      heading: '付款',
      blocks: [],
      parts: [
        {
          id: 'cancel',
          heading: '怎樣取消通行證？',
          also: 'unsubscribe, 退訂',
          blocks: text('期內仍可觀看 48 小時。'),
        },
        { id: 'price', heading: '怎樣收費？', blocks: text('通行證每月 {PLAN_PRICE}，可隨時取消。') },
      ],
    },
  ],
}
const ERRORS: Article = {
  ...HELP,
  sections: [
    {
      id: 'playback',
      heading: '播放',
      blocks: [],
      parts: [
        { id: '4032', heading: '裝置不支援 4K', blocks: text('HEVC') },
        { id: 'wrong-code', heading: '驗證碼不正確', blocks: text('請再輸入。') },
      ],
    },
  ],
}
const ENTRIES = [...questionsOf(HELP), ...errorsOf(ERRORS)]
const found = (keyword: string) => searchHelp(ENTRIES, keyword, { PLAN_PRICE: 'HK$88' }).map(({ part }) => part.id)

test.each([
  ['取消', ['cancel', 'price']],
  ['通行證 取消', ['cancel', 'price']],
  ['取消　通行證', ['cancel', 'price']],
  ['hk$88', ['price']],
  ['4032', ['4032']],
  ['４０３２', ['4032']],
  ['hevc', ['4032']],
  ['WRONG_CODE', ['wrong-code']],
  ['不存在', []],
  ['48小時', ['cancel']],
  ['48 小時', ['cancel']],
  ['退訂', ['cancel']],
  ['取消 不存在', []],
  ['  ', []],
])('“%s” finds %o', (keyword, ids) => expect(found(keyword)).toEqual(ids))

const fillers = ['如何', 'how', 'do', 'i']
const closest = (keyword: string) =>
  closestHelp(ENTRIES, { keyword, fillers }, { PLAN_PRICE: 'HK$88' }).map(({ part }) => part.id)

test.each([
  ['取消訂閱', ['cancel', 'price']],
  ['如何取消', ['cancel', 'price']],
  ['How do I unsubscribe?', ['cancel']],
  ['unsubscribing', ['cancel']],
  ['收不到驗證碼', ['wrong-code']],
  ['如何', []],
  ['How do I', []],
  ['不存在', []],
  ['', []],
])('what comes closest to “%s” is %o', (keyword, ids) => expect(closest(keyword)).toEqual(ids))

test.each([
  ['4032', '4032'],
  ['WRONG_CODE', 'wrong-code'],
  ['0x800A1000', '0x800a1000'],
])('the anchor of %s is %s, and back', (code, anchor) => {
  expect(anchorOf(code)).toBe(anchor)
  expect(codeOf(anchor)).toBe(code)
})

test('words are divided at spaces and punctuation of both languages', () => {
  expect(wordsIn('How, 怎樣？ 取消。')).toEqual(['how', '怎樣', '取消'])
})

test('a question that can only be answered with an unknown value is left out', () => {
  const known = knownEntries(questionsOf(HELP), {})
  expect(known.map(({ part }) => part.id)).toEqual(['cancel'])
  expect(knownEntries(questionsOf(HELP), { PLAN_PRICE: 'HK$88' })).toHaveLength(2)
})

test.each([
  ['订阅', '訂閱'],
  ['訂閱', '訂閱'],
  ['订 pass', '訂 pass'],
  ['錶', '錶'],
])('%s is searched as %s', (typed, searched) => {
  expect(inTheirCharacters(typed, [{ variants: '订訂' }, {}, { variants: '阅閱' }])).toBe(searched)
})
