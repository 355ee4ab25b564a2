import * as z from 'zod/mini'
import { register3, registerByPromotion } from '#contract/accounts.ts'
import type { Grant } from '#contract/codes.ts'
import { useForm } from '#web/kit/use-form.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { atField, useSubmit } from '#web/kit/use-submit.ts'
import { forgetSentCode, type SentCode } from '#web/viewer/account/sent-sms-code.ts'
import { startSession } from '#web/viewer/session/session.ts'
import { todayInHongKong } from '#web/ui/form/birthday.rules.ts'
import { hideToast, showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'

/** The contract's details; a birthday in the future is refused here already. The promotion code may be left empty. */
const details = z
  .extend(z.omit(register3.input, { verificationToken: true }), { promotionCode: z.string().check(z.maxLength(80)) })
  .check(z.refine(({ birthday }) => birthday < todayInHongKong(new Date()), { error: 'BIRTHDAY', path: ['birthday'] }))

interface PersonFormOptions {
  sent: SentCode | undefined
  token: string | undefined
  /** `grants`: what the promotion code gave. */
  onDone: (grants: readonly Grant[]) => void
  /** The verification has expired: a new code is needed. */
  onExpired: (refusal: Failure) => void
}

/** Step 3: creates the account and logs in. The toast says that the password comes by SMS. */
export function usePersonForm({ sent, token, onDone, onExpired }: PersonFormOptions) {
  const text = useText('registration')
  const plain = useSubmit(register3, { on: { CODE_EXPIRED: onExpired } })
  const promoted = useSubmit(registerByPromotion, {
    on: { CODE_EXPIRED: onExpired, CODE_USED: atField('promotionCode'), NEW_USERS_ONLY: atField('promotionCode') },
  })
  return useForm({
    schema: details,
    initial: { name: '', email: '', birthday: '', gender: '', agreeMarketing: false, promotionCode: '' },
    submit: async ({ promotionCode, ...person }) => {
      if (!sent || token === undefined) return undefined
      const given = { ...person, verificationToken: token }
      const code = promotionCode.replaceAll(/[\s-]/g, '')
      const answer = code
        ? await promoted.submit({ ...given, promotionCode: code })
        : { grants: [], ...(await plain.submit(given)) }
      if (answer.result === 'FAILED') return answer
      forgetSentCode('registration')
      startSession(answer, sent)
      // With an action it stays longer: it is shown while the route transition covers the page.
      showToast({ text: text.finished, action: { label: text.understood, onClick: hideToast } })
      return onDone(answer.grants)
    },
  })
}
