import { expect, test } from 'vitest'
import { SETTINGS } from '#contract/admin/settings.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { MAIL_TEXTS, type MailTextName, SMS_TEXTS, type SmsTextName } from '#contract/message-texts.ts'
import { messages as enUS } from '#text/en_US/messages.ts'
import { messages as zhHK } from '#text/zh_HK/messages.ts'
import { builtInTexts, type MessageTexts } from './message-texts.presenter.ts'
import { createRenderer } from './messages.presenter.ts'
import * as z from 'zod/mini'

const TEXT = { zh_HK: zhHK, en_US: enUS }
const BRAND = { zh_HK: '港映', en_US: 'Harbour' }
const VALUES = { code: '888888', password: '84027153', parentalCode: '4826', day: '2026-12-05', link: '/#/setup' }

const each = <T extends object>(texts: T) =>
  LANGUAGES.flatMap((language) => (Object.keys(texts) as (keyof T & string)[]).map((name) => [name, language] as const))
const rendererOf = (change: { sms?: object; mail?: object }) => {
  const { smsTexts, mailTexts } = builtInTexts()
  const texts = {
    smsTexts: { ...smsTexts, ...change.sms },
    mailTexts: { ...mailTexts, ...change.mail },
  } as MessageTexts
  return createRenderer(
    () => BRAND,
    () => texts,
  )
}

test('what holds by default may be saved', () => {
  const { smsTexts, mailTexts } = builtInTexts()
  expect(z.safeParse(SETTINGS.smsTexts, smsTexts).error?.issues).toBeUndefined()
  expect(z.safeParse(SETTINGS.mailTexts, mailTexts).error?.issues).toBeUndefined()
})

test.each(each(SMS_TEXTS))('by default the SMS %s in %s is the text of this release', (name: SmsTextName, language) => {
  const built = TEXT[language].sms[name]({ ...VALUES, brand: BRAND[language] } as never)
  expect(rendererOf({}).sms(name, VALUES as never, language)).toBe(built)
})

test.each(each(MAIL_TEXTS))(
  'by default the e-mail %s in %s is the text of this release',
  (name: MailTextName, language) => {
    const { subject, paragraphs, closing } = TEXT[language].mail[name]({ ...VALUES, brand: BRAND[language] } as never)
    const mail = rendererOf({}).mail(name, VALUES as never, language)
    expect(mail.subject).toBe(subject)
    for (const line of [...paragraphs, closing]) expect(mail.text).toContain(line)
    if (name === 'emailCode') expect(mail.text.split('\n\n')).toContain('888888')
    if (name === 'accountData') expect(mail.html).toContain('href="/#/setup"')
  },
)

test('another text is sent with the values of the member, in its language alone', () => {
  const { sms } = rendererOf({ sms: { registerCode_en_US: 'Type {code}. {brand}' } })
  expect(sms('registerCode', { code: '888888' }, 'en_US')).toBe('Type 888888. Harbour')
  expect(sms('registerCode', { code: '888888' }, 'zh_HK')).toBe(
    zhHK.sms.registerCode({ code: '888888', brand: BRAND.zh_HK }),
  )
})

test('another e-mail keeps its code, and is no markup', () => {
  const { mail } = rendererOf({
    mail: { emailCode_subject_en_US: '{code} <b>', emailCode_body_en_US: 'Hello <i>\n{code}\nType {code}\n{brand}' },
  })
  const { subject, text, html } = mail('emailCode', { code: '888888' }, 'en_US')
  expect(subject).toBe('888888 <b>')
  expect(text).toBe('Hello <i>\n\nType 888888\n\n888888\n\nHarbour')
  expect(html).not.toMatch(/<i>|<b>/)
})

test('a day is written as the language writes it', () => {
  const { sms } = rendererOf({
    sms: { accountClosing_en_US: '{brand}: {day}', accountClosing_zh_HK: '{brand}：{day}' },
  })
  expect(sms('accountClosing', { day: '2026-12-05' }, 'en_US')).toBe('Harbour: 5 Dec 2026')
  expect(sms('accountClosing', { day: '2026-12-05' }, 'zh_HK')).toBe('港映： 2026年12月5日')
})
