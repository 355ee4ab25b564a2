import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { help as en_US } from '#text/en_US/help.ts'
import { help as zh_HK } from '#text/zh_HK/help.ts'
import {
  closestHelp,
  errorsOf,
  inTheirCharacters,
  questionsOf,
  searchHelp,
} from '#web/features/help/help-search.rules.ts'
import { FACTS } from '#web/viewer/articles/article-values.ts'
import { compileArticle } from '../vite.articles.ts'

/** What people look for, in their words, and the article that answers it. */
const ASKED: Record<'en_US' | 'zh_HK', readonly (readonly [string, string])[]> = {
  en_US: [
    ['cancel subscription', 'cancel'],
    ['How do I cancel my plan?', 'cancel'],
    ['refund', 'cancel'],
    ['forgotten password', 'forgot-password'],
    ['can’t log in', 'forgot-password'],
    ["can't log in", 'forgot-password'],
    ['register', 'sign-up'],
    ['sign-up', 'sign-up'],
    ['verification code', 'no-sms'],
    ['logout', 'devices-max'],
    ['delete account', 'close-account'],
    ['e-mail address', 'email'],
    ['free trial', 'pass-price'],
    ['credit card', 'payment-kinds'],
    ['payment failed', 'not-delivered'],
    ['invoice', 'receipts'],
    ['expired credits', 'credit-expiry'],
    ['renting', 'rental-time'],
    ['48 hours', 'rental-time'],
    ['promo code', 'redeem'],
    ['internet speed', 'bandwidth'],
    ['slow', 'buffering'],
    ['English subtitles', 'subtitles'],
    ['parental control', 'parental-code'],
    ['forgotten PIN', 'forgot-parental-code'],
    ['child', 'kids-profile'],
    ['watch offline', 'download'],
    ['iPhone', 'systems'],
    ['Chromecast', 'tv'],
    ['travel', 'region'],
  ],
  zh_HK: [
    ['取消訂閱', 'cancel'],
    ['如何取消月費', 'cancel'],
    ['退款', 'cancel'],
    ['重設密碼', 'forgot-password'],
    ['無法登入', 'forgot-password'],
    ['刪除帳戶', 'close-account'],
    ['試用', 'pass-price'],
    ['WeChat Pay', 'payment-kinds'],
    ['付款失敗', 'not-delivered'],
    ['點數到期', 'credit-expiry'],
    ['租片', 'rental-time'],
    ['48小時', 'rental-time'],
    ['電影票', 'tickets'],
    ['頻寬', 'bandwidth'],
    ['網速太慢', 'bandwidth'],
    ['英文字幕', 'subtitles'],
    ['Dolby', 'dolby'],
    ['留言', 'comments'],
    ['家長鎖', 'parental-code'],
    ['小朋友', 'kids-profile'],
    ['離線觀看', 'download'],
    ['安卓', 'systems'],
    ['手機', 'systems'],
    ['取消订阅', 'cancel'],
    ['重设密码', 'forgot-password'],
    ['家长锁', 'parental-code'],
    ['点数到期', 'credit-expiry'],
  ],
}

const TEXT = { en_US, zh_HK }
const VALUES = { ...FACTS, PLAN_PRICE: 'HK$88', PLAN_CREDITS: 60, WARRIORS_PRICE: 'HK$48' }

describe.each(['en_US', 'zh_HK'] as const)('the help centre in %s', (language) => {
  const article = (name: string) => compileArticle(readFileSync(`content/${language}/${name}.md`, 'utf8'))
  const [help, errors] = [article('help'), article('errors')]
  const entries = [...questionsOf(help), ...errorsOf(errors)]
  const found = (typed: string) => {
    const keyword = inTheirCharacters(typed, [help, errors])
    const exact = searchHelp(entries, keyword, VALUES)
    return (exact.length > 0 ? exact : closestHelp(entries, { keyword, fillers: TEXT[language].fillers }, VALUES)).map(
      ({ part }) => part.id,
    )
  }

  test.each([...ASKED[language]])('answers “%s” by #%s, among the first three', (keyword, id) => {
    expect(found(keyword).slice(0, 3)).toContain(id)
  })

  test.each(['zzzz', '薄餅'])('finds nothing for “%s”', (keyword) => expect(found(keyword)).toEqual([]))
})

test('articles carry only a small part of the tables of the site’s search, and only with questions', () => {
  const variants = (name: string) => compileArticle(readFileSync(`content/${name}.md`, 'utf8')).variants
  expect(Buffer.byteLength(variants('zh_HK/help')!)).toBeLessThan(3_000)
  expect(variants('zh_HK/terms')).toBeUndefined()
  expect(variants('en_US/help')).toBeUndefined()
})
