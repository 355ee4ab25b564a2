import * as z from 'zod/mini'
import { register3 } from '#contract/accounts.ts'
import { useForm } from '#web/kit/use-form.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { forgetSentCode, type SentCode } from '#web/viewer/account/sent-sms-code.ts'
import { startSession } from '#web/viewer/session/session.ts'
import { todayInHongKong } from '#web/ui/form/birthday.rules.ts'
import { hideToast, showToast } from '#web/kit/toast-store.ts'
import { useRegistrationText } from './registration-text.ts'

/** The contract's details; a birthday in the future is refused here already. */
const details = z
  .omit(register3.input, { verificationToken: true })
  .check(z.refine(({ birthday }) => birthday < todayInHongKong(new Date()), { error: 'BIRTHDAY', path: ['birthday'] }))

interface PersonFormOptions {
  sent: SentCode | undefined
  token: string | undefined
  onDone: () => void
  /** The verification has expired: a new code is needed. */
  onExpired: (refusal: Failure) => void
}

/** Step 3: creates the account and logs in. The toast says that the password comes by SMS. */
export function usePersonForm({ sent, token, onDone, onExpired }: PersonFormOptions) {
  const text = useRegistrationText()
  const { submit } = useSubmit(register3, { on: { CODE_EXPIRED: onExpired } })
  return useForm({
    schema: details,
    initial: { name: '', email: '', birthday: '', gender: '', agreeMarketing: false },
    submit: async (person) => {
      if (!sent || token === undefined) return undefined
      const answer = await submit({ ...person, verificationToken: token })
      if (answer.result === 'FAILED') return answer
      forgetSentCode('registration')
      startSession(answer, sent)
      // With an action it stays longer: it is shown while the route transition covers the page.
      showToast({ text: text.finished, action: { label: text.understood, onClick: hideToast } })
      return onDone()
    },
  })
}
