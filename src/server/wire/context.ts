import { AppError } from '#contract/errors.ts'
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '#contract/languages.ts'
import { type Pattern, PATTERNS } from '#contract/patterns.ts'
import * as enUS from '#text/en_US/errors.ts'
import * as zhHK from '#text/zh_HK/errors.ts'

export interface RequestContext {
  readonly language: Language
  readonly pattern: Pattern
  /** The bearer's, or the `token` field. */
  readonly token: string | undefined
  readonly profileId: string | undefined
  readonly parentalCode: string | undefined
  readonly areaCode: string | undefined
  readonly mobileno: string | undefined
  readonly platform: string | undefined
  readonly appVersion: string | undefined
  readonly buildVersion: string | undefined
  readonly deviceModel: string | undefined
  readonly deviceSerial: string | undefined
  readonly network: string | undefined
  readonly osVersion: string | undefined
}

export type Fields = Readonly<Record<string, unknown>>

export interface ContextHeaders {
  readonly authorization?: string | undefined
  /** `X-Client-Context`: the context's fields but language, pattern and token, form-encoded. */
  readonly clientContext?: string | undefined
}

/** Longer values are ignored. */
const VALUE_MAX = 200
const HEADER_MAX = 4_096

const NO_TOKEN = 'UNKNOWN'

/** `language` is also the spoken language of some calls. */
const languagesIn = (value: unknown): Language[] =>
  [value].flat().filter((word): word is Language => LANGUAGES.includes(word as Language))

/** Never throws, so that a refusal can be written in it. */
export const languageOf = (fields: Fields): Language => languagesIn(fields.language).at(-1) ?? DEFAULT_LANGUAGE

/**
 * Of what is answered before a call is known.
 * @param accepted `Accept-Language`: the first language of ours, as browsers list them by preference; also one of ours itself
 */
export function acceptedLanguage(accepted: string | undefined): Language {
  for (const range of (accepted ?? '').split(',')) {
    const [, main] = /^\s*(en|zh)(?![a-z])/i.exec(range) ?? []
    if (main) return main.toLowerCase() === 'en' ? 'en_US' : 'zh_HK'
  }
  return DEFAULT_LANGUAGE
}

/**
 * Language, pattern and token are never read from the header: caches must see what decides a response.
 * @throws AppError INVALID_INPUT for an unknown language or pattern and for text that cannot be stored; SESSION_UNKNOWN for a
 * token that is no text
 */
export function readContext(fields: Fields, headers: ContextHeaders, ownsLanguage: boolean): RequestContext {
  const header = headers.clientContext ? fieldsOf(headers.clientContext) : NO_HEADER
  const language = languageOf(fields)
  for (const values of [fields, header]) refuseUnstorable(values, language)
  const pattern = lastValue(fields.pattern) || 'normal'
  if (!ownsLanguage && lastValue(fields.language) && languagesIn(fields.language).length === 0) {
    throw unknownValue('language', LANGUAGES, language)
  }
  if (!isPattern(pattern)) throw unknownValue('pattern', PATTERNS, language)
  const read = (name: string) => shortText(fields[name]) || header[name]?.slice(0, VALUE_MAX) || undefined
  return {
    language,
    pattern,
    token: bearerOf(headers.authorization) ?? tokenOf(lastValue(fields.token)),
    profileId: read('profileId'),
    parentalCode: read('parentalCode'),
    areaCode: read('areaCode'),
    mobileno: read('mobileno'),
    platform: read('platform'),
    appVersion: read('appVersion'),
    buildVersion: read('buildVersion'),
    deviceModel: read('deviceModel'),
    deviceSerial: read('deviceSerial'),
    network: read('network'),
    osVersion: read('osVersion'),
  }
}

type HeaderFields = Readonly<Record<string, string>>

const NO_HEADER: HeaderFields = {}

const fieldsOf = (clientContext: string): HeaderFields =>
  Object.fromEntries(new URLSearchParams(clientContext.slice(0, HEADER_MAX)))

const isPattern = (value: unknown): value is Pattern => PATTERNS.includes(value as Pattern)

function lastValue(value: unknown): unknown {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value
  return typeof last === 'number' ? String(last) : last
}

function shortText(value: unknown): string | undefined {
  const text = lastValue(value)
  return typeof text === 'string' && text.length <= VALUE_MAX ? text : undefined
}

const bearerOf = (authorization: string | undefined) => tokenOf(/^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1])

/** A malformed token is refused, not treated as a visitor's: visitors' responses are cached for everybody. */
function tokenOf(token: unknown): string | undefined {
  if (!token || token === NO_TOKEN) return undefined
  if (typeof token !== 'string') throw new AppError('SESSION_UNKNOWN')
  return token
}

/** @throws AppError INVALID_INPUT naming the fields whose text PostgreSQL cannot hold */
function refuseUnstorable(fields: Fields, language: Language): void {
  const refused = Object.keys(fields).filter((name) => !isStorable(fields[name]))
  if (refused.length === 0) return
  const sentence = sentencesIn(language).malformed()
  throw new AppError('INVALID_INPUT', { fields: Object.fromEntries(refused.map((name) => [name, sentence])) })
}

/** No NUL or unpaired surrogate. Iterative: a body may be nested deeper than the stack. */
function isStorable(value: unknown): boolean {
  const open = [value]
  while (open.length > 0) {
    const one = open.pop()
    if (typeof one === 'string' && (one.includes('\0') || !one.isWellFormed())) return false
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) open.push(inner)
  }
  return true
}

function unknownValue(name: string, choices: readonly string[], language: Language): AppError {
  return new AppError('INVALID_INPUT', { fields: { [name]: sentencesIn(language).wrongChoice(choices) } })
}

const sentencesIn = (language: Language) => (language === 'en_US' ? enUS : zhHK).fieldErrors
