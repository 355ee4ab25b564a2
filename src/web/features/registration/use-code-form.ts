import * as z from 'zod/mini'
import { checkVerificationCode, register } from '#contract/accounts.ts'
import { smsCode } from '#contract/fields.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { useComplain } from '#web/kit/field-errors.ts'
import type { SentCode } from '#web/viewer/account/sent-sms-code.ts'
import { useForm } from '#web/ui/form/use-form.ts'

const codeOnly = z.object({ code: smsCode })

interface CodeWays {
  sent: SentCode | undefined
  onSent: (code: SentCode) => void
  onVerified: (token: string) => void
}

/** Step 2: checks the code, and sends another to the same number. */
export function useCodeForm({ sent, onSent, onVerified }: CodeWays) {
  const form = useForm({
    schema: codeOnly,
    initial: { code: '' },
    complain: useComplain(),
    submit: async ({ code }) => {
      if (!sent) return undefined
      const { mobileno, areaCode } = sent
      const answer = await call(checkVerificationCode, { mobileno, areaCode, code })
      if (answer.result === 'SUCCESS') return onVerified(answer.verificationToken)
      if (answer.errorCode !== 'WRONG_CODE' && answer.errorCode !== 'CODE_EXPIRED') return answer
      form.set({ code: '' })
      return { ...answer, fields: { code: answer.message } }
    },
  })

  /** Under the agreements that were given with the first code. False when it was refused. */
  async function resend(): Promise<boolean> {
    if (!sent) return false
    const { mobileno, areaCode } = sent
    const answer = await call(register, { mobileno, areaCode, agreeTerms: true, agreePrivacy: true })
    if (answer.result === 'FAILED') {
      form.refuse(answer)
      return false
    }
    form.set({ code: '' })
    onSent({ mobileno, areaCode, until: Date.now() + answer.waitSeconds * 1000 })
    return true
  }

  return { form, resend }
}
