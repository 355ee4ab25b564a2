import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { PAYMENT_KINDS } from '#contract/payments.ts'
import {
  ANSWER_FIELDS,
  type find,
  mailTextFields,
  type SettingFields,
  type SettingName,
  smsTextFields,
} from '#contract/admin/settings.ts'
import { MAIL_TEXTS, type MailTextName, SMS_TEXTS, type SmsTextName } from '#contract/message-texts.ts'

export type Setting = AdminOutputOf<typeof find>['list'][number]

/** As a form holds it. */
export type Typed = Readonly<Record<string, string>>

/** The fields of a setting in the order of the form. */
export const FIELDS = {
  brand: ['zh_HK', 'en_US'],
  about: ['zh_HK', 'en_US'],
  contact: ['email'],
  apps: ['appStore', 'googlePlay', 'smartTv'],
  limits: ['streams', 'streamsWithPlan', 'smsPerDay'],
  refunds: ['perOrder', 'perAccount', 'perOperator'],
  codes: ['perDay', 'worthPerDay'],
  registration: ['closedUntil'],
  sms: ['provider', 'until'],
  smsTexts: (Object.keys(SMS_TEXTS) as SmsTextName[]).flatMap(smsTextFields),
  mailTexts: (Object.keys(MAIL_TEXTS) as MailTextName[]).flatMap(mailTextFields),
  comments: ['closedUntil'],
  payments: PAYMENT_KINDS,
  notice: ['zh_HK', 'en_US', 'until'],
  answers: ANSWER_FIELDS,
} as const satisfies Record<SettingName, readonly string[]>

/** Instants, typed in Hong Kong time. */
const TIMES: Partial<Record<SettingName, readonly string[]>> = {
  registration: FIELDS.registration,
  sms: ['until'],
  comments: FIELDS.comments,
  payments: FIELDS.payments,
  notice: ['until'],
}

export const isTime = (name: SettingName, field: string): boolean => TIMES[name]?.includes(field) ?? false

export const typedOf = (name: SettingName, value: object): Typed =>
  Object.fromEntries(FIELDS[name].map((field) => [field, String((value as SettingFields)[field] ?? '')]))

export const isSame = (name: SettingName, one: SettingFields | Typed, other: SettingFields | Typed): boolean =>
  FIELDS[name].every((field) => String(one[field]) === String(other[field]))
