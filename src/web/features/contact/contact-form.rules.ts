import * as z from 'zod/mini'
import { contactUs } from '#contract/contact.ts'
import { DEFAULT_AREA_CODE } from '#contract/fields.ts'

/** The call without what the screen adds, the image as its field has it. */
const filled = z.extend(z.omit(contactUs.input, { submissionId: true }), { image: z.string() })
const { loginAccount } = contactUs.input.shape

/** The form as it is checked before it is sent. SPEC 5: an existing login account, unless there is none. */
export const contactForm = z.discriminatedUnion('noAccount', [
  z.extend(filled, {
    noAccount: z.literal(false),
    loginAccount: loginAccount.check(z.minLength(1)),
  }),
  z.extend(filled, { noAccount: z.literal(true) }),
])
export type ContactForm = z.output<typeof contactForm>

/** The typed values, kept over a reload. The code is not: it is valid for minutes. */
const TEXTS = ['name', 'areaCode', 'phone', 'loginAccount', 'email', 'theme', 'content', 'device', 'image'] as const
export type ContactTexts = Record<(typeof TEXTS)[number], string>
export type ContactValues = ContactTexts & { code: string; noAccount: boolean; copyToSelf: boolean }

type Texts = Readonly<Record<string, string | undefined>>

/** The form of a draft; what it has not is filled in from what is known of the sender and the device. */
export function contactValues(draft: Texts, known: Partial<ContactTexts>): ContactValues {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, draft[name] || known[name] || '']))
  return {
    ...(texts as ContactTexts),
    areaCode: texts['areaCode'] || DEFAULT_AREA_CODE,
    code: '',
    noAccount: draft['noAccount'] === 'true',
    copyToSelf: draft['copyToSelf'] === 'true',
  }
}

/** Kept in the tab. */
export function contactDraft(values: ContactValues): Record<string, string> {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, values[name]]))
  return { ...texts, noAccount: String(values.noAccount), copyToSelf: String(values.copyToSelf) }
}

/** Messages are the same when all but the code is: sent again, they have the same `submissionId`. */
export const messageKey = (values: Omit<ContactForm, 'noAccount'>): string => JSON.stringify({ ...values, code: '' })
