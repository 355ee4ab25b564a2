import * as z from 'zod/mini'
import { checkVerificationCode, register } from '#contract/accounts.ts'
import { smsCode } from '#contract/fields.ts'
import { useForm } from '#web/kit/use-form.ts'
import { atField, useSubmit } from '#web/kit/use-submit.ts'
import type { SentCode } from '#web/viewer/account/sent-sms-code.ts'

const codeOnly = z.object({ code: smsCode })

interface CodeFormOptions {
  sent: SentCode | undefined
  onSent: (code: SentCode) => void
  onVerified: (token: string) => void
}

/** Step 2: verifies the code, or sends another to the same number. */
export function useCodeForm({ sent, onSent, onVerified }: CodeFormOptions) {
  const checking = useSubmit(checkVerificationCode, {
    onSuccess: ({ verificationToken }) => onVerified(verificationToken),
    on: { WRONG_CODE: atField('code'), CODE_EXPIRED: atField('code') },
  })
  const sending = useSubmit(register)
  const form = useForm({
    schema: codeOnly,
    initial: { code: '' },
    submit: async ({ code }) => {
      if (!sent) return undefined
      const { mobileno, areaCode } = sent
      const answer = await checking.submit({ mobileno, areaCode, code })
      if (answer.result === 'FAILED' && answer.fields?.code) form.set({ code: '' })
      return answer
    },
  })

  /** The agreements were accepted with the first code. Resolves to false when refused. */
  async function resend(): Promise<boolean> {
    if (!sent) return false
    const { mobileno, areaCode } = sent
    const answer = await sending.submit({ mobileno, areaCode, agreeTerms: true, agreePrivacy: true })
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
