import { readYesNo } from '#contract/yes-no.ts'
import { instantOf, typedOf as typedTime } from '../form/hong-kong.rules.ts'

type Option = readonly [value: string, label: string]

/** A field of a record of content, as a form shows it. */
export type RecordField = {
  readonly name: string
  readonly isOptional?: boolean
  /** The name of a record, which stays. */
  readonly isOnceOnly?: boolean
} & (
  | { readonly type: 'local'; readonly max: number; readonly isLong?: boolean }
  | { readonly type: 'text'; readonly max: number }
  | { readonly type: 'number' | 'dollars' }
  | { readonly type: 'time' | 'day' | 'title' | 'list' | 'image' | 'flag' }
  | { readonly type: 'choice' | 'several'; readonly options: readonly Option[] }
)

export type RecordValues = Readonly<Record<string, unknown>>
/** What the form holds, by field; a text in two languages is `name.zh_HK` and `name.en_US`. */
export type Typed = Readonly<Record<string, string>>

const LOCAL = ['zh_HK', 'en_US'] as const

export const typedNames = ({ name, type }: RecordField): string[] =>
  type === 'local' ? LOCAL.map((language) => `${name}.${language}`) : [name]

export const typedOf = (fields: readonly RecordField[], record: RecordValues): Typed =>
  Object.assign({}, ...fields.map((field) => typedField(field, record[field.name])))

function typedField(field: RecordField, value: unknown): Typed {
  if (field.type !== 'local') return { [field.name]: typedText(field, value) }
  const texts = (value ?? {}) as Partial<Record<string, string>>
  return Object.fromEntries(LOCAL.map((language) => [`${field.name}.${language}`, texts[language] ?? '']))
}

function typedText({ type }: RecordField, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (type === 'several' || type === 'list') return (value as string[]).join(', ')
  if (type === 'flag') return value === true ? 'true' : ''
  return type === 'time' ? typedTime(value as string) : String(value as string | number)
}

/** The record of the form. What the form has no field for, and what was not touched, stays exactly as it is. The server trims texts. */
export function recordOf(fields: readonly RecordField[], typed: Typed, base: RecordValues): RecordValues {
  const before = typedOf(fields, base)
  const record: Record<string, unknown> = { ...base }
  for (const field of fields) {
    if (typedNames(field).every((name) => typed[name] === before[name])) continue
    const value = valueOf(field, typed)
    if (value === undefined) delete record[field.name]
    else record[field.name] = value
  }
  return record
}

/** Any other word stays as it is, for the server to refuse: what was meant to be withdrawn never goes on sale. */
export const isYes = (cell: string): boolean | string => readYesNo(cell) ?? cell

const SEPARATORS = /[\s,\u3001\uFF0C]+/

function valueOf(field: RecordField, typed: Typed): unknown {
  const { name, type, isOptional } = field
  const text = (typed[name] ?? '').trim()
  if (type === 'local') return localOf(field, typed)
  if (type === 'flag') return isYes(text)
  if (text === '' && (isOptional || type === 'number' || type === 'dollars' || type === 'time')) return undefined
  if (type === 'several' || type === 'list') return text.split(SEPARATORS).filter(Boolean)
  if (type === 'number' || type === 'dollars') return Number.isFinite(Number(text)) ? Number(text) : text
  return type === 'time' ? (instantOf(text) ?? text) : (typed[name] ?? '')
}

function localOf({ name, isOptional }: RecordField, typed: Typed): object | undefined {
  const texts = Object.fromEntries(LOCAL.map((language) => [language, typed[`${name}.${language}`] ?? '']))
  return isOptional && Object.values(texts).every((text) => text.trim() === '') ? undefined : texts
}
