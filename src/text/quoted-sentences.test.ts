import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errors, fieldRules } from './en_US/errors.ts'
import { errors as webErrors } from './en_US/viewer.ts'
import { login, loginPrompt } from './en_US/login.ts'
import { player } from './en_US/player.ts'

test.each([
  ['SPEC 8, not logged in', loginPrompt.title, 'Please log in and operate'],
  ['SPEC 8, on the login screen', login.required, 'Please log in and operate'],
  ['SPEC 4, an address of the player', player.gate.login.title, 'Please log in and operate'],
  ['SPEC 8, a call that needs login', errors.LOGIN_REQUIRED(), 'Please log in and operate.'],
  ['SPEC 8, network error', webErrors.network, 'Network error please check the network.'],
  ['SPEC 8, network error in the player', player.failure.detail.text, 'Network error please check the network.'],
  ['SPEC 5, mobile number', fieldRules.MOBILE, 'Enter an eight-digit valid number.'],
])('%s is said as the specification quotes it', (_, sentence, quoted) => {
  expect(sentence).toBe(quoted)
})

test.each([
  ['en_US', 'what was not loaded', /We couldn’t load/],
  ['zh_HK', 'credits that come with a plan', /每期送/],
  ['zh_HK', 'a cinema', /(?<![電人])影院/],
  ['zh_HK', 'a day of the week', /週[日一二三四五六]/],
  ['zh_HK', 'an image', /圖像/],
  ['zh_HK', 'a carousel', /行列/],
  ['zh_HK', 'a pop-up', /彈窗/],
  ['zh_HK', 'a price', /價錢/],
  ['zh_HK', 'an account', /戶口/],
  ['zh_HK', 'a mobile number', /流動電話/],
  ['zh_HK', 'goods', /商品/],
  ['zh_HK', 'a banner', /橫幅/],
  ['zh_HK', 'an answer and the end of a case', /答覆|結案/],
  ['zh_HK', 'the kinds of codes', /推廣碼|計劃碼|夥伴碼/],
  ['zh_HK', 'upper and lower case', /[大小]寫/],
  ['zh_HK', 'a licensor and the window of a licence', /授權方|播映窗口|播放權/],
  ['zh_HK', 'a chargeback', /追回/],
  ['zh_HK', 'a spoiler', /涉及劇情/],
  ['zh_HK', 'a language tag', /語言標籤/],
  ['zh_HK', 'what is not kept', /會失去|失去裝置|失去驗證器/],
  ['zh_HK', 'to load again', /重新整理/],
] as const)('%s has one form for %s', (language, _, otherForm) => {
  const folder = new URL(`${language}/`, import.meta.url)
  const names = readdirSync(folder).filter((name) => otherForm.test(readFileSync(new URL(name, folder), 'utf8')))
  expect(names).toEqual([])
})
