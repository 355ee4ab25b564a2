import * as z from 'zod/mini'
import { SMS_LATE_SECONDS, SMS_WAIT_SECONDS } from '#contract/accounts.ts'
import { areaCode, mobileno } from '#contract/fields.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { storage } from '#web/kit/storage.ts'

/** `until`: when another code can be requested, in ms since 1970. */
const sentCode = z.object({ mobileno, areaCode, until: z.number() })
export type SentCode = z.output<typeof sentCode>

export type CodePurpose = 'registration' | 'reset'
const keyOf = (purpose: CodePurpose) => `harbour.sentCode.${purpose}`

export const rememberSentCode = (purpose: CodePurpose, sent: SentCode): void =>
  storage.session.set(keyOf(purpose), JSON.stringify(sent))

export const forgetSentCode = (purpose: CodePurpose): void => storage.session.remove(keyOf(purpose))

export function readSentCode(purpose: CodePurpose): SentCode | undefined {
  try {
    return z.safeParse(sentCode, JSON.parse(storage.session.get(keyOf(purpose)) ?? 'null')).data
  } catch {
    // Malformed.
    return undefined
  }
}

export const isResendBlocked = (
  sent: SentCode | undefined,
  to: Pick<SentCode, 'mobileno' | 'areaCode'>,
): sent is SentCode =>
  sent !== undefined && sent.mobileno === to.mobileno && sent.areaCode === to.areaCode && sent.until > Date.now()

/** No longer than the wait between two codes: a code may have been sent before a reload. */
export const untilOf = ({ retryAfter = 0 }: Failure): number | undefined =>
  retryAfter > 0 && retryAfter <= SMS_WAIT_SECONDS ? Date.now() + retryAfter * 1000 : undefined

/** When the code counts as not having come, in ms since 1970. */
export const lateAt = ({ until }: SentCode): number => until + (SMS_LATE_SECONDS - SMS_WAIT_SECONDS) * 1000
