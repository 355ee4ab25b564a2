import { type Endpoint, endpointUrl, type InputOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import type { Pattern } from '#contract/patterns.ts'

/** The viewer context in the query of every call, so that responses can be cached by address. */
export interface CallContext {
  language: Language
  pattern: Pattern
  /** A chosen profile (SPEC 7: `profileId` if selected). */
  profileId?: string | undefined
}

export type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined

/** The address of a GET call, and its cache key: equal input gives the same string in the prerender and in the browser. */
export function callUrl<E extends Endpoint>(endpoint: E, input: InputOf<E>, context: CallContext): string {
  return withQuery(endpointUrl(endpoint), (input ?? {}) as Record<string, QueryValue>, context)
}

/** The address of a list: a `detailURL` or `orderURL` from a response, with further parameters. */
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
  // Appended, not set: categories also have a filter of this name, the spoken language.
  query.append('language', language)
  query.set('pattern', pattern)
  return `${path}?${query}`
}
