import * as z from 'zod/mini'
import { errorRow } from '#contract/error-codes.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { outageOf } from '#server/kit/outage.ts'
import { fieldSentences, sentenceOf } from './errors.ts'
import { XMLBuilder } from 'fast-xml-parser'

export type Format = 'json' | 'xml'

export interface Envelope {
  readonly result: 'SUCCESS' | 'FAILED'
  readonly errorCode?: string
  readonly message?: string
  readonly [field: string]: unknown
}

export interface WireResponse {
  readonly status: number
  readonly body: Envelope
  readonly retryAfter?: number
  readonly file?: FileResponse
}

export interface FileResponse {
  readonly contentType: string
  readonly fileName: string
  readonly bytes: Uint8Array
}

export const succeeded = (fields: object): WireResponse => ({ status: 200, body: { result: 'SUCCESS', ...fields } })

/**
 * Without database or store the caller is told to try again. Any other error is a fault of the service. Of both the caller learns the
 * request's id, and nothing else.
 */
export function failed(
  error: unknown,
  { language, requestId }: { language: Language; requestId: string },
): WireResponse {
  const refusal = refusalOf(error, requestId)
  const { wireCode, status, carries } = errorRow(refusal.code)
  const { fields, retryAfter } = refusal.details
  const details = {
    ...refusal.details,
    ...(fields && { fields: fieldSentences(fields, language) }),
    ...(status >= 500 && { requestId }),
  }
  const body: Envelope = {
    result: 'FAILED',
    errorCode: wireCode,
    message: sentenceOf(refusal, language),
    ...(carries && z.parse(carries, details)),
  }
  return { status, body, ...(status >= 400 && retryAfter !== undefined && { retryAfter }) }
}

function refusalOf(error: unknown, requestId: string): AppError {
  if (error instanceof AppError) return error
  const outage = outageOf(error)
  if (outage) return new AppError('UNAVAILABLE', { retryAfter: outage.retryAfter })
  return new AppError('INTERNAL', { requestId })
}

export const serialize = (body: Envelope, format: Format): string =>
  format === 'xml' ? toXml(body) : JSON.stringify(body)

export const CONTENT_TYPE = {
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
} as const satisfies Record<Format, string>

/** XML, on `/api`, by `format=xml` or an Accept header that prefers it to JSON. */
export function formatOf(url: string, wanted: unknown, accept: string | undefined): Format {
  if (url !== '/api' && !url.startsWith('/api/')) return 'json'
  if (wanted === 'xml') return 'xml'
  if (wanted === 'json' || !accept) return 'json'
  const xml = accept.search(/(?:application|text)\/xml/i)
  const json = accept.search(/application\/json/i)
  return xml >= 0 && (json < 0 || xml < json) && !/text\/html/i.test(accept) ? 'xml' : 'json'
}

const builder = new XMLBuilder({ ignoreAttributes: true, suppressEmptyNode: false, processEntities: true })

/** Characters that XML 1.0 cannot carry, even escaped (its section 2.2). */
// oxlint-disable-next-line no-control-regex -- those are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const REPLACEMENT = '\uFFFD'
const NAME = /^[a-z_][\w.-]*$/i

/** `<response>` around the fields, a list as `<item>` for each element, null as an empty element. */
const toXml = (value: object): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${builder.build({ response: clean(value) })}`

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replace(FORBIDDEN, REPLACEMENT)
  if (Array.isArray(value)) return value.length === 0 ? '' : { item: value.map(clean) }
  if (value === null) return ''
  if (typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      item === undefined || !NAME.test(name) ? [] : [[name, clean(item)]],
    ),
  )
}
