import * as z from 'zod/mini'
import type { CampaignField } from '#contract/campaigns.ts'
import { commentLength } from '#contract/comments.ts'
import { deliveryPhone, email } from '#contract/fields.ts'
import type { CampaignsText } from '#text/zh_HK/campaigns.ts'

/** The values of the form: an answer by each field's name, and the two consents. */
export type CampaignValues = Record<string, string | boolean>

type FormText = CampaignsText['form']

/** What is wrong with an answer, as a sentence; undefined when it is right. The server checks the same. */
export function problemOf(field: CampaignField, typed: string, text: FormText): string | undefined {
  const length = commentLength(typed)
  if (typed === '' || length === 0) return field.required ? missing(field, text) : undefined
  if (field.type === 'email') return z.safeParse(email, typed.trim()).success ? undefined : text.email
  if (field.type === 'phone') return z.safeParse(deliveryPhone, typed).success ? undefined : text.phone
  if (field.type !== 'text' && field.type !== 'longText') return undefined
  if (length < field.min) return text.tooShort(String(field.min), String(length))
  return length > field.max ? text.tooLong(String(field.max), String(length)) : undefined
}

function missing({ type }: CampaignField, text: FormText): string {
  if (type === 'image') return text.noImage
  return type === 'choice' || type === 'title' ? text.unchosen : text.missing
}

/** The schema of a form; the message of each issue is the sentence for its field. */
export function schemaOf(fields: readonly CampaignField[], text: FormText) {
  const answers = fields.map((field) => [
    field.name,
    z.string().check(
      z.refine((typed: string) => problemOf(field, typed, text) === undefined, {
        error: ({ input }) => problemOf(field, String(input), text) ?? '',
      }),
    ),
  ])
  return z.object({
    ...(Object.fromEntries(answers) as Record<string, z.ZodMiniString>),
    agreeTerms: z.literal(true, { error: text.agree }),
    agreeMarketing: z.boolean(),
  })
}

/** An empty form, with what was typed before where the form still asks for it. */
export function valuesOf(
  fields: readonly CampaignField[],
  draft: Readonly<Record<string, string>>,
): CampaignValues & { agreeTerms: boolean; agreeMarketing: boolean } {
  const answers = fields.map((field) => [field.name, known(field, draft[field.name] ?? '')])
  return { ...Object.fromEntries(answers), agreeTerms: false, agreeMarketing: false }
}

/** A choice that there is no longer is none. */
function known(field: CampaignField, typed: string): string {
  if (field.type === 'choice') return field.choices.some(({ value }) => value === typed) ? typed : ''
  if (field.type === 'title') return field.list.some(({ programId }) => programId === typed) ? typed : ''
  return typed
}

/** The answers alone, as text. */
export const answersOf = (fields: readonly CampaignField[], values: CampaignValues): Record<string, string> =>
  Object.fromEntries(fields.map(({ name }) => [name, String(values[name] ?? '')]))
