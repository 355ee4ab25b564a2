import * as z from 'zod/mini'
import { areaCode, email, giftMessage, giverName, mobileno } from '#contract/fields.ts'

export const RECIPIENTS = ['mobile', 'email', 'self'] as const
export type RecipientKind = (typeof RECIPIENTS)[number]

/** Who gets the gift card. Only the fields of the chosen kind are looked at. */
export const recipientForm = z
  .object({
    to: z.enum(RECIPIENTS),
    areaCode,
    mobileno: z.string(),
    email: z.string(),
    giverName: z.string(),
    message: z.string(),
  })
  .check(
    z.refine((form) => form.to !== 'mobile' || z.safeParse(mobileno, form.mobileno).success, {
      error: 'MOBILE',
      path: ['mobileno'],
    }),
    z.refine((form) => form.to !== 'email' || z.safeParse(email, form.email).success, {
      error: 'EMAIL',
      path: ['email'],
    }),
    z.refine((form) => form.to === 'self' || z.safeParse(giverName, form.giverName).success, {
      error: 'GIVER_NAME',
      path: ['giverName'],
    }),
    z.refine((form) => form.to === 'self' || z.safeParse(giftMessage, form.message).success, {
      error: 'GIFT_MESSAGE',
      path: ['message'],
    }),
  )
export type RecipientForm = z.output<typeof recipientForm>

export const isEmail = (typed: string): boolean => z.safeParse(email, typed).success

/** The recipient as the call takes it: `+85291234567`, an address, or undefined for oneself. */
export function recipientOf(form: RecipientForm): { recipient?: string; giverName?: string; message?: string } {
  if (form.to === 'self') return {}
  const message = form.message.trim()
  const giver = form.giverName.trim()
  const recipient = form.to === 'email' ? form.email.trim() : `+${form.areaCode}${form.mobileno.replaceAll(/\D/g, '')}`
  return { recipient, ...(giver ? { giverName: giver } : {}), ...(message ? { message } : {}) }
}
