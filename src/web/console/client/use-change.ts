import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AdminEndpoint, AdminInputOf, AdminOutputOf } from '#contract/admin/endpoint.ts'
import type { Envelope } from '#web/kit/envelope.ts'
import { useAction } from '#web/kit/use-submit.ts'
import { useAdminClient } from './admin-client.ts'
import { readKey } from './use-read.ts'

type Change = AdminEndpoint & { readonly kind: 'change' }
export type ChangeInputOf<E extends AdminEndpoint> = Omit<AdminInputOf<E>, 'requestKey'>

interface ChangeOptions {
  /** The lists that a success makes stale. */
  invalidates?: readonly Pick<AdminEndpoint, 'path'>[]
}

/** The same input again is the same request, until it has succeeded: what was saved although its answer was lost is not saved twice. */
export function useChange<E extends Change>(endpoint: E, options: ChangeOptions = {}) {
  const client = useAdminClient()
  const queries = useQueryClient()
  const request = useRef<{ readonly input: string; readonly key: string }>(undefined)
  const { run, pending } = useAction(send)
  return { pending, submit: (input: ChangeInputOf<E>): Promise<Envelope<AdminOutputOf<E>>> => run(input) }

  async function send(input: ChangeInputOf<E>): Promise<Envelope<AdminOutputOf<E>>> {
    const answer = await client.call(endpoint, { ...input, requestKey: keyOf(input) } as AdminInputOf<E>)
    if (answer.result === 'FAILED') return answer
    request.current = undefined
    for (const stale of options.invalidates ?? []) void queries.invalidateQueries({ queryKey: readKey(stale) })
    return answer
  }

  function keyOf(input: ChangeInputOf<E>): string {
    const text = JSON.stringify(input)
    if (request.current?.input !== text) request.current = { input: text, key: crypto.randomUUID() }
    return request.current.key
  }
}
