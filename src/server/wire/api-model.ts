import * as z from 'zod/mini'
import { type Endpoint, endpointUrl } from '#contract/endpoint.ts'
import { ERROR_CODES, type ErrorCode, errorRow } from '#contract/errors.ts'
import { errors } from '#text/en_US/errors.ts'

/** JSON Schema (2020-12), as far as the documents use it. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly default?: unknown
  readonly [keyword: string]: unknown
}

/** A call as it is documented. */
export interface CallModel {
  readonly url: string
  readonly summary: string
  readonly methods: readonly ('GET' | 'POST')[]
  readonly endpoint: Endpoint
  readonly input: JsonSchema
  /** The answers that the call can give; more than one for a union. */
  readonly outputs: readonly JsonSchema[]
  /** The refusals that the endpoint declares. */
  readonly refuses: readonly ErrorModel[]
  /** Every refusal that the call can give: those of the pipeline too. */
  readonly refusals: readonly ErrorModel[]
}

export interface ErrorModel {
  readonly code: ErrorCode
  /** What travels as `errorCode`. */
  readonly wireCode: string
  readonly status: number
  readonly sentence: string
  /** What the envelope carries besides; none for most. */
  readonly carries: JsonSchema | undefined
}

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as JsonSchema
}

const alternativesOf = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? [schema]

/** The public calls. Those of operators are documented nowhere. */
export const callModels = (endpoints: readonly Endpoint[]): CallModel[] =>
  endpoints.filter(({ viewer }) => viewer !== 'operator').map(callModel)

const callModel = (endpoint: Endpoint): CallModel => ({
  url: endpointUrl(endpoint),
  summary: endpoint.summary,
  methods: endpoint.postOnly ? ['POST'] : ['GET', 'POST'],
  endpoint,
  input: schemaOf(endpoint.input, 'input'),
  outputs: alternativesOf(schemaOf(endpoint.output, 'output')),
  refuses: endpoint.refuses.map(errorModel),
  refusals: refusalsOf(endpoint).map(errorModel),
})

/** What the pipeline and the HTTP layer refuse any call with, before its handler runs. Every call may carry a token and a parental code. */
const GENERAL_REFUSALS = [
  'INVALID_INPUT',
  'SESSION_UNKNOWN',
  'SESSION_EXPIRED',
  'SESSION_ENDED',
  'NOT_ALLOWED',
  'WRONG_PARENTAL_CODE',
  'TOO_MANY_TRIES',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'UNAVAILABLE',
  'INTERNAL',
] as const satisfies readonly ErrorCode[]

/** Every refusal that a call can give, in the order of the table. */
export function refusalsOf({ viewer, kids, changes, whileClosing, refuses }: Endpoint): ErrorCode[] {
  const given = new Set<ErrorCode>([
    ...GENERAL_REFUSALS,
    ...(viewer === 'anyone' ? [] : (['LOGIN_REQUIRED'] as const)),
    ...(kids === 'refused' ? (['KIDS_NOT_ALLOWED'] as const) : []),
    ...(whileClosing ? [] : (['ACCOUNT_CLOSING'] as const)),
    ...(changes ? (['CROSS_SITE'] as const) : []),
    ...refuses,
  ])
  return ERROR_CODES.filter((code) => given.has(code))
}

function errorModel(code: ErrorCode): ErrorModel {
  const { wireCode, status, carries } = errorRow(code)
  return { code, wireCode, status, sentence: errors[code]({}), carries: carries && schemaOf(carries, 'output') }
}

/** Every refusal. */
export const errorModels = (): ErrorModel[] => ERROR_CODES.map(errorModel)

/** A short form of a schema: `string`, `movie | drama`, `number[]`, `{ lang, label }[]`. */
export function formatType(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map(formatType))].join(' or ')
  if (schema.type === 'array') return `${grouped(formatType(schema.items ?? {}))}[]`
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(', ')} }`
  return typeof schema.type === 'string' ? schema.type : 'any'
}

const grouped = (type: string): string => (/ (?:or|\|) /.test(type) && !type.startsWith('{') ? `(${type})` : type)

/** The fields of an object with what they are; nested ones by their path. */
export interface FieldModel {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly fallback: string | undefined
}

export function fieldsOf({ properties = {}, required = [] }: JsonSchema): FieldModel[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: formatType(schema),
    required: required.includes(name) && schema.default === undefined,
    fallback: schema.default === undefined ? undefined : plainly(schema.default),
  }))
}

const plainly = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
