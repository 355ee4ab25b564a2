import * as z from 'zod/mini'
import { MEDIA } from '#contract/goods.ts'
import { REGIONS } from '#contract/regions.ts'
import { id } from '#contract/wire-values.ts'

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const translated = (max: number) => z.strictObject({ zh_HK: text(max), en_US: text(max) })
/** Hong Kong dollars, in steps of ten cents, which every kind of payment takes. */
const dollars = (min: number) =>
  z.number().check(
    z.minimum(min),
    z.maximum(100_000),
    z.refine((amount) => Number.isInteger(Math.round(amount * 1e6) / 1e5), { error: 'in steps of HK$0.10' }),
  )
const withdrawn = z._default(z.boolean(), false)
const instant = z
  .string()
  .check(z.refine(isInstant, { error: 'an instant with its offset, 2026-12-06T23:59:59+08:00' }))
const day = z.string().check(z.refine(isDay, { error: 'a day, 2026-12-08' }))
const country = z.string().check(z.regex(/^[A-Z]{2}$/, { error: 'ISO 3166, two capitals' }))

const sale = z.strictObject({
  kind: z.literal('sale'),
  saleId: id,
  title: translated(60),
  description: z.optional(translated(300)),
  programId: z.optional(id),
  startsAt: instant,
  endsAt: instant,
  withdrawn,
})

const goods = z.strictObject({
  kind: z.literal('goods'),
  goodsId: id,
  saleId: id,
  programId: id,
  medium: z.enum(MEDIA),
  name: translated(60),
  detail: z.optional(translated(80)),
  description: z.optional(translated(600)),
  price: dollars(0.1),
  supplied: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  restockOn: z.optional(day),
  position: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  withdrawn,
})

const locker = z.strictObject({
  kind: z.literal('locker'),
  lockerCode: z.string().check(z.regex(/^[A-Z0-9]+(?:-[A-Z0-9]+)*$/), z.maxLength(20)),
  region: z.enum(REGIONS),
  district: translated(40),
  address: translated(120),
  withdrawn,
})

const freight = z.strictObject({
  kind: z.literal('freight'),
  zoneId: id,
  countries: z.array(country).check(z.minLength(1), z.maxLength(250)),
  first: dollars(0),
  further: dollars(0),
  withdrawn,
})

const RECORDS = { sale, goods, locker, freight }

type RecordKind = keyof typeof RECORDS
type RecordOf<K extends RecordKind> = z.output<(typeof RECORDS)[K]> & { readonly line: number }
export type SaleRecord = RecordOf<'sale'>
export type GoodsRecord = RecordOf<'goods'>
export type LockerRecord = RecordOf<'locker'>
export type FreightRecord = RecordOf<'freight'>
type ImportRecord = SaleRecord | GoodsRecord | LockerRecord | FreightRecord

/** What is wrong with a line of the file; the first line is 1. */
export interface ImportProblem {
  readonly line: number
  readonly message: string
}

export interface ParsedFile {
  readonly sales: readonly SaleRecord[]
  readonly goods: readonly GoodsRecord[]
  readonly lockers: readonly LockerRecord[]
  readonly freight: readonly FreightRecord[]
  readonly problems: readonly ImportProblem[]
}

/** Reads a file of JSON Lines (https://jsonlines.org): one record in each line. Empty lines are passed over. */
export function parseGoodsFile(content: string): ParsedFile {
  const records: ImportRecord[] = []
  const problems: ImportProblem[] = []
  for (const [at, source] of content
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (source.trim() === '') continue
    const parsed = parseLine(source)
    if (typeof parsed === 'string') problems.push({ line: at + 1, message: parsed })
    else records.push({ ...parsed, line: at + 1 } as ImportRecord)
  }
  const of = <K extends RecordKind>(kind: K) =>
    records.filter((one) => one.kind === kind) as unknown as readonly RecordOf<K>[]
  const file = { sales: of('sale'), goods: of('goods'), lockers: of('locker'), freight: of('freight') }
  return { ...file, problems: [...problems, ...repeated(file), ...contradictions(file)].toSorted(byLine) }
}

const byLine = (one: ImportProblem, other: ImportProblem) => one.line - other.line

/** @returns the record, or what is wrong */
function parseLine(source: string): object | string {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    return 'This is not JSON.'
  }
  const kind = (value as { kind?: unknown } | null)?.kind
  const schema = Object.entries(RECORDS).find(([name]) => name === kind)?.[1]
  if (!schema) return `"kind" is one of ${Object.keys(RECORDS).join(', ')}.`
  const { success, data, error } = z.safeParse(schema, value)
  if (success) return data
  return error.issues
    .map((issue) => `${[kind, ...issue.path].slice(-Math.max(1, issue.path.length)).join('.')}: ${problemOf(issue)}`)
    .join('; ')
}

/** What an issue of a schema means, for an operator. */
function problemOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `there is no field ${issue.keys.join(', ')}`
    case 'invalid_type':
      return `must be there, of type ${issue.expected}`
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return `at least ${issue.minimum}`
    case 'too_big':
      return `at most ${issue.maximum}`
    case 'invalid_format':
      return issue.message === 'Invalid input' ? 'not in the right format' : issue.message
    default:
      return issue.message
  }
}

type Records = Omit<ParsedFile, 'problems'>

/** An id stands in one line only. */
function repeated({ sales, goods, lockers, freight }: Records): ImportProblem[] {
  const ids = [
    ...sales.map(({ line, saleId }) => ({ line, name: `sale ${saleId}` })),
    ...goods.map(({ line, goodsId }) => ({ line, name: `goods ${goodsId}` })),
    ...lockers.map(({ line, lockerCode }) => ({ line, name: `locker ${lockerCode}` })),
    ...freight.map(({ line, zoneId }) => ({ line, name: `freight ${zoneId}` })),
    ...freight
      .filter((one) => !one.withdrawn)
      .flatMap(({ line, countries }) => countries.map((code) => ({ line, name: `country ${code}` }))),
  ]
  const first = new Map<string, number>()
  return ids.flatMap(({ line, name }) => {
    const earlier = first.get(name)
    if (earlier === undefined) first.set(name, line)
    return earlier === undefined ? [] : [{ line, message: `${name} is in line ${earlier} already.` }]
  })
}

function contradictions({ sales }: Records): ImportProblem[] {
  return sales.flatMap(({ line, startsAt, endsAt }) =>
    Temporal.Instant.compare(Temporal.Instant.from(startsAt), Temporal.Instant.from(endsAt)) < 0
      ? []
      : [{ line, message: 'endsAt: after startsAt' }],
  )
}

function isInstant(value: string): boolean {
  try {
    Temporal.Instant.from(value)
    return true
  } catch {
    return false
  }
}

function isDay(value: string): boolean {
  try {
    return Temporal.PlainDate.from(value).toString() === value
  } catch {
    return false
  }
}
