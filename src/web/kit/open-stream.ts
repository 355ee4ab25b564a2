import { type Endpoint, endpointUrl, type InputOf } from '#contract/endpoint.ts'
import { headersOf, type RequestContext } from './request-context.ts'

/** Undefined when it is refused; rejects when it cannot be reached. `query`: what a balancer chooses the node by. */
export async function openStream<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { context, signal, query }: { context: RequestContext; signal: AbortSignal; query: Readonly<Record<string, string>> },
): Promise<ReadableStream<Uint8Array> | undefined> {
  const { language, pattern } = context.address
  const response = await fetch(`${endpointUrl(endpoint)}?${new URLSearchParams(query)}`, {
    method: 'POST',
    body: JSON.stringify({ ...(input as object), language, pattern }),
    headers: headersOf(context, 'application/json'),
    credentials: 'same-origin',
    signal,
  })
  const isStream = response.ok && (response.headers.get('Content-Type') ?? '').includes('ndjson')
  return isStream ? (response.body ?? undefined) : undefined
}
