import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { errors, fieldRules } from './en_US/errors.ts'
import { errors as webErrors } from './en_US/errors-web.ts'
import { loginPrompt } from './en_US/login-prompt.ts'
import { player } from './en_US/player.ts'

/** A form that no sentence takes, and what stands instead. */
type Banned = readonly [form: RegExp, instead: string]

const ENGLISH: readonly Banned[] = [
  [/\b(sorry|apolog|oops|unfortunately|kindly)/i, 'what to do next'],
  [/please.*please/i, 'at most one “please”'],
  [/\be-mail/i, 'email'],
  [/\bregist(er|ration)/i, 'sign up'],
  [/\bsign(ed|ing|s)?[ -](in|out|on)\b/i, 'log in, log out'],
  [/\bprogrammes?\b/i, 'title'],
  [/\bfavourites\b/i, 'my list'],
  [/\bclass I/i, 'Category III'],
  [/\b(could|can) ?not be (loaded|found)/i, 'Couldn’t load …, We couldn’t find …'],
  [/\bretry\b/i, 'Try again'],
  [/newcomer|brand-new/i, 'new member'],
  [/terms of service/i, 'general terms'],
  [/\.{3}/, '…'],
]

const CHINESE: readonly Banned[] = [
  [/[嘅咗喺唔哋佢冇嗰啲乜咁嚟俾畀噉瞓睇攞搵嘢]/u, 'formal written Chinese, not spoken Cantonese'],
  [/[这们说为时会个来对开关体应发还没录频账户简选择视听码]/u, 'traditional characters'],
  [/登記/u, '註冊'],
  [/登[錄陸]|註銷/u, '登入、登出'],
  [/視頻|視訊/u, '影片'],
  [/短信|簡訊/u, '短訊'],
  [/信息/u, '訊息、資料'],
  [/網路/u, '網絡'],
  [/手機/u, '手提電話'],
  [/默認/u, '預設'],
  [/賬[號戶]/u, '帳戶'],
  [/屏蔽/u, '封鎖'],
  [/質量/u, '畫質、質素'],
  [/用戶名/u, '登入帳戶'],
  [/隱私/u, '私隱'],
  [/充值/u, '增值'],
  [/代碼/u, '兌換碼'],
  [/新用戶|新客戶|全新會員/u, '新會員'],
  [/電訊夥伴客戶/u, '電訊夥伴會員'],
  [/最愛|收藏/u, '片單'],
  [/積分/u, '點數'],
  [/傳送/u, '發送'],
  [/載入不到/u, '未能載入'],
  [/無[須需]|不用/u, '毋須'],
  [/儲存變更/u, '更改已儲存'],
  [/什麼|裡/u, '甚麼、裏'],
  [/遞交/u, '提交'],
  [/取得驗證碼/u, '發送驗證碼'],
  [/第[一二三]級/u, '第 III 級'],
  [/（可選）/u, '（選填）'],
  [/[今昨]天/u, '今日、昨日'],
  [/戲院/u, '電影院、影院'],
  [/帳號/u, '帳戶'],
  [/稍候再試/u, '稍後再試'],
  [/\p{Script=Han}[,;:?!]/u, 'full-width punctuation'],
]

const isSentence = (text: string) => /\p{L}/u.test(text)

/** Every string of a language's files, with the file's name; comments and imports are not shown to anybody. */
function sentences(language: Language): [file: string, text: string][] {
  const folder = join(import.meta.dirname, language)
  return readdirSync(folder).flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/^import .*$/gm, '')
      // What readers type in a search, in their own words.
      .replace(/ fillers:[^,]*,/, '')
    const strings = [...source.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map(
      ([, single, double, template]) => single ?? double ?? template ?? '',
    )
    return strings.filter(isSentence).map((text): [string, string] => [file, text])
  })
}

const faults = (language: Language, banned: readonly Banned[]) =>
  sentences(language).flatMap(([file, text]) =>
    banned.filter(([form]) => form.test(text)).map(([, instead]) => `${file}: ${text} (write: ${instead})`),
  )

test('English sentences keep to the product’s words', () => {
  expect(sentences('en_US').length).toBeGreaterThan(500)
  expect(faults('en_US', ENGLISH)).toEqual([])
})

test('Chinese sentences are formal, in Hong Kong’s words', () => {
  expect(sentences('zh_HK').length).toBeGreaterThan(500)
  expect(faults('zh_HK', CHINESE)).toEqual([])
})

test('English holds Chinese characters only where it names that language', () => {
  const withHan = sentences('en_US').filter(([, text]) => /\p{Script=Han}/u.test(text))
  expect(withHan).toEqual([
    ['site.ts', '繁體中文'],
    ['site.ts', '繁'],
  ])
})

/** An SMS keeps to GSM 03.38, which has no curly apostrophe. */
test('English apostrophes are curly outside of SMS', () => {
  const straight = sentences('en_US').filter(([file, text]) => file !== 'messages.ts' && /[a-z]'[a-z]/i.test(text))
  expect(straight).toEqual([])
})

test.each([
  ['SPEC 8, not logged in', loginPrompt.title, 'Please log in and operate'],
  ['SPEC 8, a call that needs login', errors.LOGIN_REQUIRED(), 'Please log in and operate.'],
  ['SPEC 8, network error', webErrors.network, 'Network error please check the network.'],
  ['SPEC 8, network error in the player', player.failure.detail.text, 'Network error please check the network.'],
  ['SPEC 5, mobile number', fieldRules.MOBILE, 'Enter an eight-digit valid number.'],
])('%s is said as the specification quotes it', (_, sentence, quoted) => {
  expect(sentence).toBe(quoted)
})
