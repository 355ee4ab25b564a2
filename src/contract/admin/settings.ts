import * as z from 'zod/mini'
import { email, type FieldRule, isReadable, readableLine } from '../fields.ts'
import { LANGUAGES } from '../languages.ts'
import {
  hasOnly,
  hasPlaceholders,
  MAIL_BODY_MAX,
  MAIL_SUBJECT_MAX,
  MAIL_TEXTS,
  type MailTextName,
  SMS_TEXT_MAX,
  SMS_TEXTS,
  type SmsTextName,
} from '../message-texts.ts'
import { PAYMENT_KINDS, type PaymentKind } from '../payments.ts'
import { emptyInput, instant, whole } from '../wire-values.ts'
import { CASE_KINDS } from './contact.ts'
import { adminChange, adminRead, type Role } from './endpoint.ts'
import { changed, versionedChange } from './forms.ts'

/** The name is beside the logo and at the end of every page's title. */
export const BRAND_MAX = 30
const LINK_MAX = 500
export const NOTICE_MAX = 160

const httpsUrl = z.url({ protocol: /^https$/, hostname: z.regexes.domain })

/** Without spaces, and without a name before the host. */
const PLAIN_ADDRESS = /^https:\/\/[^@\s/?#\\]+(?:[/?#]\S*)?$/i

/** Empty: not shown. */
const link = z.string().check(
  z.trim(),
  z.maxLength(LINK_MAX),
  z.refine((url) => url === '' || (PLAIN_ADDRESS.test(url) && z.safeParse(httpsUrl, url).success), {
    error: 'HTTPS_LINK' satisfies FieldRule,
  }),
)

const emailOrNone = z.string().check(
  z.trim(),
  z.refine((address) => address === '' || z.safeParse(email, address).success, { error: 'EMAIL' satisfies FieldRule }),
)

const hongKongTime = z.iso.datetime({ offset: true })

/** When a switch ends, in Hong Kong; empty: it is off. */
const until = z
  .string()
  .check(
    z.refine(
      (at) =>
        at === '' || (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00\+08:00$/.test(at) && z.safeParse(hongKongTime, at).success),
    ),
  )

const dollars = whole(0, 1_000_000)

export const TEMPLATE_MAX = 2_000
/** What an answer begins with; line breaks stay. */
const template = z.string().check(z.trim(), z.maxLength(TEMPLATE_MAX))

export const ANSWER_FIELDS = CASE_KINDS.flatMap((kind) => LANGUAGES.map((language) => `${kind}_${language}` as const))
const answers = Object.fromEntries(ANSWER_FIELDS.map((field) => [field, template])) as Record<
  (typeof ANSWER_FIELDS)[number],
  typeof template
>

const kinds = Object.fromEntries(PAYMENT_KINDS.map((kind) => [kind, until])) as Record<PaymentKind, typeof until>

/** Providers that may stand in for the configured one. */
export const SMS_PROVIDERS = ['twilio', 'smpp'] as const
export type SmsProvider = (typeof SMS_PROVIDERS)[number]

type SmsField = `${SmsTextName}_${(typeof LANGUAGES)[number]}`
type MailField = `${MailTextName}_${'subject' | 'body'}_${(typeof LANGUAGES)[number]}`

const names = <T extends object>(texts: T) => Object.keys(texts) as (keyof T & string)[]

export const smsTextFields = (name: SmsTextName) => LANGUAGES.map((language) => `${name}_${language}` as const)
export const mailTextFields = (name: MailTextName) =>
  LANGUAGES.flatMap((language) => [`${name}_subject_${language}`, `${name}_body_${language}`] as const)

const placeholders = (isRight: (text: string) => boolean) =>
  z.refine<string>(isRight, { error: 'PLACEHOLDERS' satisfies FieldRule })

const smsText = (name: SmsTextName) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(SMS_TEXT_MAX),
    z.refine(isReadable),
    placeholders((text) => hasPlaceholders(text, SMS_TEXTS[name])),
  )

const mailSubject = (name: MailTextName) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(MAIL_SUBJECT_MAX),
    z.refine(isReadable),
    placeholders((text) => hasOnly(text, MAIL_TEXTS[name])),
  )

const mailBody = (name: MailTextName) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(MAIL_BODY_MAX),
    z.refine((text) => text.split('\n').every((line) => line.trim() === '' || isReadable(line))),
    placeholders((text) => hasPlaceholders(text, MAIL_TEXTS[name])),
  )

type Field = ReturnType<typeof smsText>
const smsFields = Object.fromEntries(
  names(SMS_TEXTS).flatMap((name) => smsTextFields(name).map((field) => [field, smsText(name)])),
) as Record<SmsField, Field>
const mailFields = Object.fromEntries(
  names(MAIL_TEXTS).flatMap((name) =>
    mailTextFields(name).map((field) => [field, (field.includes('_subject_') ? mailSubject : mailBody)(name)]),
  ),
) as Record<MailField, Field>

/** Settings of many texts: only those that differ from the default are kept, so that a release may improve the others. */
export const TEXT_SETTINGS = ['smsTexts', 'mailTexts'] as const satisfies readonly string[]

const noticeLine = z.string().check(
  z.trim(),
  z.maxLength(NOTICE_MAX),
  z.refine((line) => line === '' || isReadable(line)),
)

/** What operators change without a restart. What the environment sets is the default of each. No secrets. */
export const SETTINGS = {
  brand: z.object({ zh_HK: readableLine(BRAND_MAX), en_US: readableLine(BRAND_MAX) }),
  /** The “about us” page in each language. */
  about: z.object({ zh_HK: link, en_US: link }),
  contact: z.object({ email: emailOrNone }),
  /** The stores of the apps; the reminder of the app leads to them. */
  apps: z.object({ appStore: link, googlePlay: link, smartTv: link }),
  /** Streams that an account may play at once, and SMS of a day. */
  limits: z.object({ streams: whole(1, 20), streamsWithPlan: whole(1, 20), smsPerDay: whole(0, 999_999_999) }),
  /** HK$ that an operator may refund without a second person: of an order ever, of an account in 30 days, in 24 hours of their own. */
  refunds: z.object({ perOrder: dollars, perAccount: dollars, perOperator: dollars }),
  /** Codes, and HK$ of worth, that an operator may make in 24 hours without a second person. */
  codes: z.object({ perDay: whole(0, 100_000), worthPerDay: dollars }),
  /** While it is closed no account is made. */
  registration: z.object({ closedUntil: until }),
  /** New comments and changes of comments. */
  comments: z.object({ closedUntil: until }),
  /** The provider of SMS until then; afterwards, and without one, the configured one. */
  sms: z.object({ provider: z.enum(['', ...SMS_PROVIDERS]), until }),
  /** New payments and subscriptions by a kind of payment; renewals go on. */
  payments: z.object(kinds),
  /** What answers to contact cases begin with, by the kind of case and the language of the sender. */
  answers: z.object(answers),
  smsTexts: z.object(smsFields),
  mailTexts: z.object(mailFields),
  /** The bar at the foot of the site. */
  notice: z.object({ zh_HK: noticeLine, en_US: noticeLine, until }).check(
    z.refine(({ until: end, zh_HK }) => end === '' || zh_HK !== '', {
      path: ['zh_HK'],
      error: 'NOTICE' satisfies FieldRule,
    }),
    z.refine(({ until: end, en_US }) => end === '' || en_US !== '', {
      path: ['en_US'],
      error: 'NOTICE' satisfies FieldRule,
    }),
  ),
} as const

export type SettingName = keyof typeof SETTINGS
export type SettingValues = { readonly [N in SettingName]: z.output<(typeof SETTINGS)[N]> }

/** Whose setting it is. */
export const SETTING_ROLES: Readonly<Record<SettingName, Role>> = {
  brand: 'administrator',
  about: 'administrator',
  contact: 'administrator',
  apps: 'administrator',
  limits: 'administrator',
  refunds: 'administrator',
  codes: 'administrator',
  registration: 'administrator',
  sms: 'administrator',
  smsTexts: 'administrator',
  mailTexts: 'administrator',
  comments: 'care',
  payments: 'finance',
  notice: 'care',
  answers: 'administrator',
}

/** They end by themselves: each of their times is empty where it is off. */
export const SWITCHES = [
  'registration',
  'sms',
  'comments',
  'payments',
  'notice',
] as const satisfies readonly SettingName[]

export const SETTING_NAMES = Object.keys(SETTINGS) as [SettingName, ...SettingName[]]

const fields = z.record(z.string(), z.union([z.string(), z.number()]))
export type SettingFields = z.output<typeof fields>

export const find = adminRead({
  path: '/settings/find',
  roles: ['administrator', 'finance', 'care'],
  summary: 'The settings of the operator’s roles, their defaults, and who saved them when.',
  input: emptyInput,
  output: z.object({
    list: z.array(
      z.object({
        name: z.enum(SETTING_NAMES),
        value: fields,
        default: fields,
        /** Nothing else was saved, or it was put back. */
        isDefault: z.boolean(),
        version: z.number(),
        /** Null: never saved. */
        by: z.nullable(z.string()),
        at: z.nullable(instant),
      }),
    ),
  }),
})

const ofSetting = <N extends SettingName>(name: N) =>
  versionedChange({ name: z.literal(name), value: z.nullable(SETTINGS[name]) })

export const save = adminChange({
  path: '/settings/save',
  roles: ['administrator', 'finance', 'care'],
  audit: 'change setting',
  fourEyes: 'administrator',
  summary:
    'Saves a setting, which every node reads at once. Null puts the default back. Another administrator approves a raised limit of refunds or codes, where there is one.',
  input: z.discriminatedUnion('name', [
    ofSetting('brand'),
    ofSetting('about'),
    ofSetting('contact'),
    ofSetting('apps'),
    ofSetting('limits'),
    ofSetting('refunds'),
    ofSetting('codes'),
    ofSetting('registration'),
    ofSetting('sms'),
    ofSetting('smsTexts'),
    ofSetting('mailTexts'),
    ofSetting('comments'),
    ofSetting('payments'),
    ofSetting('notice'),
    ofSetting('answers'),
  ]),
  output: changed,
  refuses: ['VERSION_CONFLICT'],
})

export const history = adminRead({
  path: '/settings/history',
  roles: ['administrator', 'finance', 'care'],
  summary: 'The last changes of a setting, the newest first.',
  input: z.object({ name: z.enum(SETTING_NAMES) }),
  output: z.object({
    list: z.array(
      z.object({
        version: z.number(),
        before: fields,
        after: fields,
        /** The default was put back. */
        isDefault: z.boolean(),
        by: z.string(),
        at: instant,
      }),
    ),
  }),
})
