import * as z from 'zod/mini'
import { type Endpoint, endpointUrl } from '#contract/endpoint.ts'
import { ERROR_CODES, type ErrorCode, errorRow } from '#contract/error-codes.ts'
import { errors } from '#text/en_US/errors.ts'

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

export interface CallModel {
  readonly url: string
  readonly summary: string
  readonly methods: readonly ('GET' | 'POST')[]
  readonly endpoint: Endpoint
  readonly input: JsonSchema
  readonly outputs: readonly JsonSchema[]
  readonly refuses: readonly ErrorModel[]
  /** With those of the pipeline. */
  readonly refusals: readonly ErrorModel[]
}

export interface ErrorModel {
  readonly code: ErrorCode
  readonly wireCode: string
  readonly status: number
  readonly sentence: string
  readonly carries: JsonSchema | undefined
}

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as JsonSchema
}

const alternativesOf = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? [schema]

export const callModels = (endpoints: readonly Endpoint[]): CallModel[] => endpoints.map(callModel)

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

/** Of the pipeline and the HTTP layer, before a handler runs. Every call may carry a token and a parental code. */
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

export const errorModels = (): ErrorModel[] => ERROR_CODES.map(errorModel)

/** `string`, `movie | drama`, `number[]`, `{ lang, label }[]` */
export function formatType(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map(formatType))].join(' or ')
  if (schema.type === 'array') return `${grouped(formatType(schema.items ?? {}))}[]`
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(', ')} }`
  return typeof schema.type === 'string' ? schema.type : 'any'
}

const grouped = (type: string): string => (/ (?:or|\|) /.test(type) && !type.startsWith('{') ? `(${type})` : type)

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
