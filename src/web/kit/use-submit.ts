import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { useApiClient } from './api-client.ts'
import type { Failure } from './envelope.ts'
import type { FormRefusal } from './form.rules.ts'
import { queriesOf } from './query-cache.ts'
import { systemErrors } from './system-error.ts'
import { showToast } from './toast-store.ts'
import { type RetryWait, useRetryWait } from './use-retry-wait.ts'

export interface SubmitRefusal extends FormRefusal {
  readonly result: 'FAILED'
  readonly failure: Failure
}

type FailureOf<C extends Failure['errorCode']> = Extract<Failure, { errorCode: C }>
type Answer<E extends Endpoint> = ({ result: 'SUCCESS' } & OutputOf<E>) | SubmitRefusal

export interface SubmitOptions<E extends Endpoint> {
  onSuccess?: (output: OutputOf<E>, input: InputOf<E>) => unknown
  toast?: string
  /** The cached answers that a success makes stale. */
  invalidates?: readonly Endpoint[] | 'all'
  /** By error code: what is shown instead (see `atField`), or nothing when the refusal is dealt with. */
  on?: {
    readonly [C in Failure['errorCode']]?: (failure: FailureOf<C>, input: InputOf<E>) => FormRefusal | undefined | void
  }
  /** Shown instead of the server's message while `wait` counts down. */
  waitMessage?: string
  /** Seconds after a success until the next call may be made. */
  waitAfter?: (output: OutputOf<E>) => number
  /** Refusals as toasts and faults as a dialog, where the screen has no room for them. */
  toastsRefusals?: boolean
  concurrent?: boolean
}

export interface Submit<E extends Endpoint> {
  /** Never rejects. While a call is under way, one with the same input joins it (a double click sends once), another follows it. */
  submit: (input: InputOf<E>) => Promise<Answer<E>>
  pending: boolean
  pendingInput: InputOf<E> | undefined
  refusal: SubmitRefusal | undefined
  clear: () => void
  wait: RetryWait
}

const NOTHING: FormRefusal = { message: '' }

/** `on: { WRONG_CODE: atField('code') }` */
export const atField =
  (field: string, message?: string) =>
  (failure: Failure): FormRefusal => ({ message: '', fields: { [field]: message ?? failure.message } })

export function useSubmit<E extends Endpoint>(endpoint: E, options: SubmitOptions<E> = {}): Submit<E> {
  const client = useApiClient()
  const queries = useQueryClient()
  const wait = useRetryWait()
  const { run, pending, pendingInput } = useAction(send, { concurrent: options.concurrent })
  const [refusal, setRefusal] = useState<SubmitRefusal>()
  return { submit, pending, pendingInput, refusal: pending ? undefined : refusal, clear, wait }

  function clear() {
    setRefusal(undefined)
  }

  function submit(input: InputOf<E>): Promise<Answer<E>> {
    clear()
    return run(input)
  }

  async function send(input: InputOf<E>): Promise<Answer<E>> {
    const answer = await client.call(endpoint, input)
    if (answer.result === 'FAILED') return refuse(answer, input)
    const { onSuccess, toast, invalidates, waitAfter } = options
    try {
      if (waitAfter) wait.start(waitAfter(answer))
      if (invalidates === 'all') void refetch()
      else for (const stale of invalidates ?? []) void refetch(queriesOf(stale))
      await onSuccess?.(answer, input)
    } catch (error) {
      // The server has made the change, whatever fails here.
      reportFault(error)
    }
    if (toast) showToast({ text: toast })
    return answer
  }

  /** An answer still under way was requested before the change. */
  async function refetch(which?: ReturnType<typeof queriesOf>): Promise<void> {
    await queries.cancelQueries(which)
    await queries.invalidateQueries(which)
  }

  function refuse(failure: Failure, input: InputOf<E>): SubmitRefusal {
    const { waitMessage, toastsRefusals } = options
    const waits = wait.take(failure)
    const message = waits && waitMessage ? waitMessage : failure.message
    const handle = options.on?.[failure.errorCode] as
      | ((failure: Failure, input: InputOf<E>) => FormRefusal | undefined | void)
      | undefined
    const shown = handle ? handled(() => handle(failure, input)) : { message, fields: failure.fields }
    const refusal: SubmitRefusal = { result: 'FAILED', failure, ...shown }
    // A toast would be gone before the fault can be reported.
    if (toastsRefusals && failure.errorCode === 'INTERNAL') void systemErrors.open(failure)
    else if (toastsRefusals && refusal.message) showToast({ text: refusal.message })
    setRefusal(shown === NOTHING ? undefined : refusal)
    return refusal
  }
}

/** A handler that fails shows nothing. */
function handled(handle: () => FormRefusal | undefined | void): FormRefusal {
  try {
    return handle() ?? NOTHING
  } catch (error) {
    reportFault(error)
    return NOTHING
  }
}

/** One run at a time, unless `concurrent`. */
export function useAction<I, T>(
  act: (input: I) => Promise<T>,
  { concurrent }: { concurrent?: boolean | undefined } = {},
) {
  const { mutateAsync, isPending, variables } = useMutation<T, Error, I>({
    mutationFn: (input) => act(input),
    // Offline, a call fails at once instead of waiting for the network.
    networkMode: 'always',
    gcTime: 0,
  })
  const underWay = useRef<{ input: I; result: Promise<T> }>(undefined)
  const run = (input: I): Promise<T> => {
    const former = underWay.current
    if (former && !concurrent && isSame(former.input, input)) return former.result
    const result = former && !concurrent ? former.result.then(send, send) : send()
    const running = {
      input,
      result: result.finally(() => underWay.current === running && (underWay.current = undefined)),
    }
    underWay.current = running
    return running.result

    function send(): Promise<T> {
      return mutateAsync(input)
    }
  }
  return {
    run,
    pending: isPending,
    pendingInput: isPending ? variables : undefined,
    isUnderWay: () => underWay.current !== undefined,
  }
}

/** Inputs that are no JSON (an event, say) are taken for the same. */
function isSame(one: unknown, other: unknown): boolean {
  try {
    return one === other || JSON.stringify(one) === JSON.stringify(other)
  } catch {
    return true
  }
}

function reportFault(error: unknown): void {
  // Safari below 15.4 has no `reportError`.
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error)
  else
    setTimeout(() => {
      throw error
    })
}
