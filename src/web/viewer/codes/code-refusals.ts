import type { CodesText } from '#text/zh_HK/codes.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { atField } from '#web/kit/use-submit.ts'

type Explained = keyof CodesText['refused']

const isExplained = (code: string, text: CodesText): code is Explained => code in text.refused

export function codeRefusals(text: CodesText, field = 'code') {
  const { WRONG_CODE, CODE_USED, NEW_USERS_ONLY } = text.refused
  return {
    WRONG_CODE: atField(field, WRONG_CODE.title),
    // Expired, or cancelled by who made it: the server says it.
    CODE_EXPIRED: atField(field),
    CODE_USED: atField(field, CODE_USED.title),
    NEW_USERS_ONLY: atField(field, NEW_USERS_ONLY.title),
    NOT_ALLOWED: atField(field),
    CONFLICT: atField(field),
  }
}

export function refusalAdvice(failure: Failure | undefined, text: CodesText): string | undefined {
  if (!failure || !isExplained(failure.errorCode, text)) return undefined
  const tries = failure.errorCode === 'WRONG_CODE' ? failure.triesLeft : undefined
  const advice = text.refused[failure.errorCode].text
  return tries === undefined ? advice : [advice, text.triesLeft(String(tries))].join(text.sentenceJoin)
}
