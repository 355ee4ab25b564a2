import { useEffect, useState } from 'react'
import { register, checkVerificationCode, register3, registerByPromotion } from '#contract/accounts.ts'
import type { Reward } from '#contract/codes.ts'
import { DEFAULT_AREA_CODE, smsCode } from '#contract/fields.ts'
import { useForm } from '#web/kit/use-form.ts'
import { useSubmit, atField } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import {
  isResendBlocked,
  readSentCode,
  rememberSentCode,
  type SentCode,
  untilOf,
  forgetSentCode,
} from '#web/viewer/account/sent-sms-code.ts'
import { grouped } from '#web/ui/form/phone.rules.ts'
import type { Step } from './steps.rules.ts'
import * as z from 'zod/mini'
import type { Failure } from '#web/kit/envelope.ts'
import { dropDraft, keepDraft, readDraft } from '#web/viewer/session/form-draft.ts'
import { startSession } from '#web/viewer/session/session.ts'
import { todayInHongKong } from '#web/ui/form/birthday.rules.ts'
import { showToast } from '#web/kit/toast-store.ts'

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
  const [grants, setGrants] = useState<readonly Reward[]>([])
  /** The verification token, for step 3: bound to the number and this device, and used once. */
  const [token, setToken] = useState(() => sent && draftOf(sent).token)

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

const codeOnly = z.object({ code: smsCode })

interface CodeFormOptions {
  sent: SentCode | undefined
  onSent: (code: SentCode) => void
  onVerified: (token: string) => void
}

/** Step 2: verifies the code, or sends another to the same number. */
function useCodeForm({ sent, onSent, onVerified }: CodeFormOptions) {
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

/** The contract's details; a birthday in the future is refused here already. The promotion code may be left empty. */
const details = z
  .extend(z.omit(register3.input, { verificationToken: true }), { promotionCode: z.string().check(z.maxLength(80)) })
  .check(z.refine(({ birthday }) => birthday < todayInHongKong(new Date()), { error: 'BIRTHDAY', path: ['birthday'] }))

const DRAFT = 'registration'
const NOBODY = { name: '', email: '', birthday: '', gender: '', promotionCode: '' }

/** What was kept in this tab for a reload, of this number only. */
function draftOf({ areaCode, mobileno }: SentCode): { token?: string; person: Partial<typeof NOBODY> } {
  const { owner, token, ...person } = readDraft(DRAFT).values
  if (owner !== `${areaCode}-${mobileno}`) return { person: {} }
  return { ...(token && { token }), person }
}

/** Until the account is made, which forgets the code that was sent. */
function useDraftKept({ sent, token, person }: Pick<PersonFormOptions, 'sent' | 'token'> & { person: typeof NOBODY }) {
  const { name, email, birthday, gender, promotionCode } = person
  useEffect(() => {
    if (!sent || !readSentCode('registration')) return
    const owner = `${sent.areaCode}-${sent.mobileno}`
    keepDraft(DRAFT, { name, email, birthday, gender, promotionCode, owner, ...(token && { token }) })
  }, [sent, token, name, email, birthday, gender, promotionCode])
}

interface PersonFormOptions {
  sent: SentCode | undefined
  token: string | undefined
  /** `grants`: what the promotion code gave. */
  onDone: (grants: readonly Reward[]) => void
  /** The verification has expired: a new code is needed. */
  onExpired: (refusal: Failure) => void
}

const FINISHED_MS = 6000

/** Step 3: creates the account and logs in. The toast says that the password comes by SMS. */
function usePersonForm({ sent, token, onDone, onExpired }: PersonFormOptions) {
  const text = useText('registration')
  const plain = useSubmit(register3, { on: { CODE_EXPIRED: onExpired } })
  const promoted = useSubmit(registerByPromotion, {
    on: { CODE_EXPIRED: onExpired, CODE_USED: atField('promotionCode'), NEW_USERS_ONLY: atField('promotionCode') },
  })
  const form = useForm({
    schema: details,
    initial: { ...NOBODY, agreeMarketing: false, ...(sent && draftOf(sent).person) },
    submit: async ({ promotionCode, ...person }) => {
      if (!sent || token === undefined) return undefined
      const given = { ...person, verificationToken: token }
      const code = promotionCode.replaceAll(/[\s-]/g, '')
      const answer = code
        ? await promoted.submit({ ...given, promotionCode: code })
        : { grants: [], ...(await plain.submit(given)) }
      if (answer.result === 'FAILED') return answer
      forgetSentCode('registration')
      dropDraft(DRAFT)
      startSession(answer, sent)
      // Shown while the route transition covers the page.
      showToast({ text: text.finished, stayMs: FINISHED_MS })
      return onDone(answer.grants)
    },
  })
  useDraftKept({ sent, token, person: form.values })
  return form
}
