import * as z from 'zod/mini'
import { isImageToken } from '#contract/campaigns.ts'
import { normalizeComment } from '#contract/comments.ts'
import { deliveryPhone, email, type FieldRule } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'
import { countGraphemes } from '#contract/visible-text.ts'
import type { FormBlock, FormField } from './campaign-import.rules.ts'
import type { Answer } from './campaigns-model.ts'

export interface ReadAnswers {
  readonly answers: readonly Answer[]
  readonly images: readonly { readonly name: string; readonly token: string }[]
  /** By field. */
  readonly problems: Readonly<Record<string, FieldRule>>
}

type Typed = Readonly<Record<string, string>>

/** An answer that the form does not ask for is a problem. */
export function readAnswers({ fields }: Pick<FormBlock, 'fields'>, typed: Typed, language: Language): ReadAnswers {
  const answers: Answer[] = []
  const images: { name: string; token: string }[] = []
  const unknown = Object.keys(typed).filter((name) => !fields.some((field) => field.name === name))
  const problems: Record<string, FieldRule> = Object.fromEntries(unknown.map((name) => [name, 'ANSWER_FIELD'] as const))
  for (const field of fields) {
    const { name, required, label } = field
    const read = readAnswer(field, Object.hasOwn(typed, name) ? (typed[name] ?? '') : '')
    if ('problem' in read) problems[name] = read.problem
    else if (read.value === '') {
      if (required) problems[name] = 'ANSWER_MISSING'
    } else if (field.type === 'image') images.push({ name, token: read.value })
    else answers.push({ name, label: label[language], value: shownValue(field, read.value, language) })
  }
  return { answers, images, problems }
}

type Read = { readonly value: string } | { readonly problem: FieldRule }

function readAnswer(field: FormField, typed: string): Read {
  const value = normalizeComment(typed)
  if (value === '') return { value }
  switch (field.type) {
    case 'text':
    case 'longText':
      return within(field, field.type === 'text' ? value.replaceAll('\n', ' ') : value)
    case 'email':
      return parsed(email, value, 'EMAIL')
    case 'phone':
      return parsed(deliveryPhone, value, 'MOBILE')
    case 'choice':
      return field.choices.some((one) => one.value === value) ? { value } : { problem: 'ANSWER_CHOICE' }
    case 'title':
      return field.programIds.includes(value) ? { value } : { problem: 'ANSWER_CHOICE' }
    case 'image':
      return isImageToken(value) ? { value } : { problem: 'IMAGE_GONE' }
  }
}

function within({ min, max }: { min: number; max: number }, value: string): Read {
  const length = countGraphemes(value)
  return length >= min && length <= max && value.length <= max * GRAPHEME_UNITS
    ? { value }
    : { problem: 'ANSWER_LENGTH' }
}

/** Upper bound of code units per grapheme. */
const GRAPHEME_UNITS = 10

function parsed(schema: z.ZodMiniType<string>, value: string, problem: FieldRule): Read {
  const { success, data } = z.safeParse(schema, value)
  return success ? { value: data } : { problem }
}

function shownValue(field: FormField, value: string, language: Language): string {
  if (field.type !== 'choice') return value
  return field.choices.find((one) => one.value === value)?.label[language] ?? value
}
