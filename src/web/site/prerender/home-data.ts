import type { QueryClient } from '@tanstack/react-query'
import { callKey } from '#web/kit/use-call.ts'

export interface PrefetchedResponse {
  url: string
  envelope: unknown
}

export const HOME_DATA_ELEMENT = 'home-data'

/** Refusals are left out, so that the browser retries them. */
export function seedQueries(queries: QueryClient, answers: readonly PrefetchedResponse[]): void {
  for (const { url, envelope } of answers) {
    if (isSuccess(envelope)) queries.setQueryData(callKey(url), envelope)
  }
}

const isSuccess = (envelope: unknown): boolean =>
  typeof envelope === 'object' && envelope !== null && 'result' in envelope && envelope.result === 'SUCCESS'

/** JSON for a script element: nothing in it can end the element. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
