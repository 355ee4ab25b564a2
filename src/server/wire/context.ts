import { AppError } from '#contract/errors.ts'
import { DEFAULT_LANGUAGE, type Language, LANGUAGES, type Pattern, PATTERNS } from '#contract/values.ts'
import * as enUS from '#text/en_US/errors.ts'
import * as zhHK from '#text/zh_HK/errors.ts'

/** The request context (SPEC section 3) as one request sent it. */
export interface RequestContext {
  readonly language: Language
  readonly pattern: Pattern
  /** The bearer's, or the `token` field; none for a visitor. */
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

/** The fields of a request, query and body together. */
export type Fields = Readonly<Record<string, unknown>>

/** What a request carries besides its fields. */
export interface ContextHeaders {
  readonly authorization?: string | undefined
  /** `X-Client-Context`: the context's fields but language, pattern and token, form-encoded. */
  readonly clientContext?: string | undefined
}

/** Longer values are no context of ours. */
const VALUE_MAX = 200
const HEADER_MAX = 4_096

/** SPEC's word for a token that is none. */
const NO_TOKEN = 'UNKNOWN'

/** The language words among the values of a field named `language`, which some calls also have for a spoken language. */
const languageWords = (value: unknown): Language[] =>
  [value].flat().filter((word): word is Language => LANGUAGES.includes(word as Language))

/** The request's language when it says one that we know; safe to ask of any request, so that refusals can speak it. */
export const languageOf = (fields: Fields): Language => languageWords(fields.language).at(-1) ?? DEFAULT_LANGUAGE

/**
 * Reads the context. Language, pattern and token are never read from the header: what decides an answer is in the URL or
 * in Authorization, where caches see it.
 * @throws AppError INVALID_INPUT for a language or pattern that we do not know
 */
export function readContext(fields: Fields, headers: ContextHeaders, ownsLanguage: boolean): RequestContext {
  const header = new URLSearchParams(headers.clientContext?.slice(0, HEADER_MAX))
  const language = languageOf(fields)
  const pattern = lastText(fields.pattern) || 'normal'
  if (!ownsLanguage && lastText(fields.language) && languageWords(fields.language).length === 0) {
    throw unknownWord('language', LANGUAGES, language)
  }
  if (!isPattern(pattern)) throw unknownWord('pattern', PATTERNS, language)
  const read = (name: string) => lastText(fields[name]) || header.get(name)?.slice(0, VALUE_MAX) || undefined
  return {
    language,
    pattern,
    token: bearerOf(headers.authorization) ?? tokenOf(lastText(fields.token)),
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

const isPattern = (word: string): word is Pattern => PATTERNS.includes(word as Pattern)

/** The last text among the values of a field; numbers of a JSON body count as text. */
function lastText(value: unknown): string | undefined {
  const last = Array.isArray(value) ? value.at(-1) : value
  const text = typeof last === 'number' ? String(last) : last
  return typeof text === 'string' && text.length <= VALUE_MAX ? text : undefined
}

const bearerOf = (authorization: string | undefined) => tokenOf(/^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1])
const tokenOf = (token: string | undefined) => (token && token !== NO_TOKEN ? token : undefined)

function unknownWord(name: string, words: readonly string[], language: Language): AppError {
  const { fieldErrors } = language === 'en_US' ? enUS : zhHK
  return new AppError('INVALID_INPUT', {}, { [name]: fieldErrors.wrongChoice(words) })
}
