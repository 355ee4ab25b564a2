import { type Endpoint, endpointUrl, type InputOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import type { Pattern } from '#contract/patterns.ts'

export interface CallContext {
  language: Language
  pattern: Pattern
  profileId?: string | undefined
}

export type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined

export function callUrl<E extends Endpoint>(endpoint: E, input: InputOf<E>, context: CallContext): string {
  return withQuery(endpointUrl(endpoint), (input ?? {}) as Record<string, QueryValue>, context)
}

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
