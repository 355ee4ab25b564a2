import * as z from 'zod/mini'
import { SMS_WAIT_SECONDS } from '#contract/accounts.ts'
import { areaCode, mobileno } from '#contract/fields.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { storage } from '#web/kit/storage.ts'

/** A code that left by SMS: to whom, and until when another cannot be asked for (ms since 1970). Nothing secret is in it. */
const sentCode = z.object({ mobileno, areaCode, until: z.number() })
export type SentCode = z.output<typeof sentCode>

/** A page that is loaded anew goes on waiting for the code; a registration and a reset each for their own. */
export type CodePurpose = 'registration' | 'reset'
const keyOf = (purpose: CodePurpose) => `harbour.sentCode.${purpose}`

export const rememberSentCode = (purpose: CodePurpose, sent: SentCode): void =>
  storage.session.set(keyOf(purpose), JSON.stringify(sent))

export const forgetSentCode = (purpose: CodePurpose): void => storage.session.remove(keyOf(purpose))

/** The code that is on its way in this tab. */
export function readSentCode(purpose: CodePurpose): SentCode | undefined {
  try {
    return z.safeParse(sentCode, JSON.parse(storage.session.get(keyOf(purpose)) ?? 'null')).data
  } catch {
    // Not ours.
    return undefined
  }
}

/** A code to this very number is on its way, and another could not be asked for yet. */
export const isResendBlocked = (
  sent: SentCode | undefined,
  to: Pick<SentCode, 'mobileno' | 'areaCode'>,
): sent is SentCode =>
  sent !== undefined && sent.mobileno === to.mobileno && sent.areaCode === to.areaCode && sent.until > Date.now()

/** A refusal that is no longer than the wait between two codes: one may have come already, before the page was loaded anew. */
export const untilOf = ({ retryAfter = 0 }: Failure): number | undefined =>
  retryAfter > 0 && retryAfter <= SMS_WAIT_SECONDS ? Date.now() + retryAfter * 1000 : undefined
