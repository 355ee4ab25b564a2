import { type Endpoint, endpointUrl, type InputOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import type { Pattern } from '#contract/patterns.ts'

/** What every call says of the reader in its query, so that answers can be cached by address. */
export interface CallContext {
  language: Language
  pattern: Pattern
  /** A chosen profile (SPEC 7: `profileId` if selected). */
  profileId?: string | undefined
}

export type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined

/** The address of a GET call: the same words give the same string, on the server's prerender and in the browser. It is also the cache key. */
export function callUrl<E extends Endpoint>(row: E, input: InputOf<E>, context: CallContext): string {
  return withQuery(endpointUrl(row), (input ?? {}) as Record<string, QueryValue>, context)
}

/** The address of a row's list: a `detailURL` or `orderURL` from an answer, with what this caller adds. */
export function listUrl(detailURL: string, input: Record<string, QueryValue>, context: CallContext): string {
  return withQuery(detailURL, input, context)
}

function withQuery(
  base: string,
  input: Record<string, QueryValue>,
  { language, pattern, profileId }: CallContext,
): string {
  const [path = '', own = ''] = base.split('?')
  const query = new URLSearchParams(own)
  const given: Record<string, QueryValue> = { ...input, profileId }
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === '') continue
    if (Array.isArray(value) && value.length === 0) continue
    query.set(key, String(value))
  }
  // Appended, not set: a category may also be asked for by the language that is spoken in its titles, under the same name.
  query.append('language', language)
  query.set('pattern', pattern)
  return `${path}?${query}`
}
