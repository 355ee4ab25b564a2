import { useState } from 'react'
import { register } from '#contract/accounts.ts'
import type { Grant } from '#contract/codes.ts'
import { DEFAULT_AREA_CODE } from '#contract/fields.ts'
import { useForm } from '#web/kit/use-form.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import {
  isResendBlocked,
  readSentCode,
  rememberSentCode,
  type SentCode,
  untilOf,
} from '#web/viewer/account/sent-sms-code.ts'
import { grouped } from '#web/ui/form/phone.rules.ts'
import type { Step } from './steps.rules.ts'
import { useCodeForm } from './use-code-form.ts'
import { usePersonForm } from './use-person-form.ts'

interface RegistrationNavigation {
  go: (step: Step) => void
  finish: () => void
}

export type Registration = ReturnType<typeof useRegistration>

/** The three forms of a registration. They are kept while the screen is mounted, so that going back restores their values. */
export function useRegistration({ go, finish }: RegistrationNavigation) {
  const text = useText('registration')
  const { submit, wait } = useSubmit(register, { waitMessage: text.numbers.tooMany })
  const [sent, setSent] = useState(() => readSentCode('registration'))
  /** What the promotion code of a registration gave. */
  const [grants, setGrants] = useState<readonly Grant[]>([])
  /** The verification token, for step 3; kept in memory only. */
  const [token, setToken] = useState<string>()

  function keep(code: SentCode) {
    rememberSentCode('registration', code)
    setSent(code)
  }

  const code = useCodeForm({
    sent,
    onSent: keep,
    onVerified: (verified) => {
      setToken(verified)
      go(3)
    },
  })
  const person = usePersonForm({
    sent,
    token,
    onDone: (given) => {
      setGrants(given)
      if (given.length === 0) finish()
    },
    onExpired: (refusal) => {
      setToken(undefined)
      code.form.set({ code: '' })
      code.form.refuse({ message: refusal.message, fields: { code: refusal.message } })
    },
  })
  const number = useForm({
    schema: register.input,
    initial: {
      areaCode: sent?.areaCode ?? DEFAULT_AREA_CODE,
      mobileno: grouped(sent?.mobileno ?? ''),
      agreeTerms: false,
      agreePrivacy: false,
    },
    submit: async (input) => {
      const { mobileno, areaCode } = input
      const isSame = sent?.mobileno === mobileno && sent.areaCode === areaCode
      if (isSame && token !== undefined) return go(3)
      // The code sent to this number is still valid: another would be refused.
      if (isResendBlocked(sent, input)) return go(2)
      const answer = await submit(input)
      if (answer.result === 'FAILED') {
        const until = untilOf(answer.failure)
        if (until !== undefined) keep({ mobileno, areaCode, until })
        return answer
      }
      setToken(undefined)
      code.form.set({ code: '' })
      keep({ mobileno, areaCode, until: Date.now() + answer.waitSeconds * 1000 })
      return go(2)
    },
  })

  return {
    number,
    code: code.form,
    resend: code.resend,
    person,
    /** The account is made, and the promotion code gave this. */
    grants,
    finish,
    wait,
    sent,
    isVerified: token !== undefined,
    next: () => go(3),
    /** Offered while another code is refused: one may have been sent before. */
    enterCode: wait.left > 0 && sent ? () => go(2) : undefined,
  }
}
