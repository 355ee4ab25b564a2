import { LANGUAGES, type Language } from '#contract/languages.ts'
import { fillText, MAIL_TEXTS, type MailTextName, SMS_TEXTS, type SmsTextName } from '#contract/message-texts.ts'
import type { SettingValues } from '#server/domains/settings/index.ts'
import { formatDay as dayEn, messages as enUS } from '#text/en_US/messages.ts'
import { formatDay as dayZh, type MailText, type MessagesText, messages as zhHK } from '#text/zh_HK/messages.ts'

const TEXT: Record<Language, MessagesText> = { zh_HK: zhHK, en_US: enUS }
const formatDay: Record<Language, (day: string) => string> = { zh_HK: dayZh, en_US: dayEn }

export type MessageTexts = Pick<SettingValues, 'smsTexts' | 'mailTexts'>

/** Stands for a day until the text is written. */
const SOME_DAY = '2222-11-22'
const PLACEHOLDERS = {
  brand: '{brand}',
  code: '{code}',
  password: '{password}',
  parentalCode: '{parentalCode}',
  day: SOME_DAY,
  link: '{link}',
}

const namesOf = <T extends object>(texts: T) => Object.keys(texts) as (keyof T & string)[]

/** The texts of this release, with `{name}` for each value: what holds until an administrator writes others. */
export function builtInTexts(): MessageTexts {
  const sms = LANGUAGES.flatMap((language) =>
    namesOf(SMS_TEXTS).map((name) => [
      `${name}_${language}`,
      marked(TEXT[language].sms[name](PLACEHOLDERS as never), language),
    ]),
  )
  const mail = LANGUAGES.flatMap((language) =>
    namesOf(MAIL_TEXTS).flatMap((name) => {
      const { subject, paragraphs, code, link, closing } = TEXT[language].mail[name](PLACEHOLDERS as never)
      const body = [...paragraphs, ...(code ? ['{code}'] : []), ...(link ? ['{link}'] : []), closing].join('\n')
      return [
        [`${name}_subject_${language}`, marked(subject, language)],
        [`${name}_body_${language}`, marked(body, language)],
      ]
    }),
  )
  return { smsTexts: Object.fromEntries(sms), mailTexts: Object.fromEntries(mail) } as unknown as MessageTexts
}

const marked = (text: string, language: Language): string => text.replaceAll(formatDay[language](SOME_DAY), '{day}')

function shown(values: object, language: Language): Record<string, string> {
  const strings = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(strings.map(([name, value]) => [name, name === 'day' ? formatDay[language](value) : value]))
}

const isSmsText = (name: string): name is SmsTextName => Object.hasOwn(SMS_TEXTS, name)
const isMailText = (name: string): name is MailTextName => Object.hasOwn(MAIL_TEXTS, name)

/** The operators' text of an SMS; undefined where they write none. */
export function ownSms(
  { smsTexts }: MessageTexts,
  template: string,
  { values, language }: { values: object; language: Language },
): string | undefined {
  return isSmsText(template) ? fillText(smsTexts[`${template}_${language}`], shown(values, language)) : undefined
}

/** An e-mail with the operators' text; its code and its button stay what they are. */
export function ownMail(
  { mailTexts }: MessageTexts,
  template: string,
  { values, language, builtIn }: { values: object; language: Language; builtIn: MailText },
): MailText {
  if (!isMailText(template)) return builtIn
  const given = shown(values, language)
  const lines = mailTexts[`${template}_body_${language}`]
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '{code}' && line !== '{link}')
    .map((line) => fillText(line, given))
  const closing = lines.at(-1) ?? builtIn.closing
  const subject = fillText(mailTexts[`${template}_subject_${language}`], given)
  return { ...builtIn, subject, paragraphs: lines.slice(0, -1), closing }
}
