import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { useApiClient } from './api-context.ts'
import type { Failure } from './envelope.ts'
import type { FormRefusal } from './form.rules.ts'
import { queriesOf } from './query-cache.ts'
import { systemErrors } from './system-error.ts'
import { showToast } from './toast-store.ts'
import { type RetryWait, useRetryWait } from './use-retry-wait.ts'

/** A refusal as it is to be shown, with what the server said of it. */
export interface SubmitRefusal extends FormRefusal {
  readonly result: 'FAILED'
  readonly failure: Failure
}

type FailureOf<C extends Failure['errorCode']> = Extract<Failure, { errorCode: C }>
type Answer<E extends Endpoint> = ({ result: 'SUCCESS' } & OutputOf<E>) | SubmitRefusal

export interface SubmitOptions<E extends Endpoint> {
  /** Runs after a success, before the toast. */
  onSuccess?: (output: OutputOf<E>, input: InputOf<E>) => unknown
  /** The toast after a success. */
  toast?: string
  /** The cached answers that a success makes stale: of these endpoints, or all. */
  invalidates?: readonly Endpoint[] | 'all'
  /** Refusals by error code: returns what is shown instead (see `atField`), or nothing when the refusal is dealt with. */
  on?: {
    readonly [C in Failure['errorCode']]?: (failure: FailureOf<C>, input: InputOf<E>) => FormRefusal | undefined | void
  }
  /** Shown instead of the server's message while `wait` counts down. */
  waitMessage?: string
  /** Seconds after a success until the next call may be made. */
  waitAfter?: (output: OutputOf<E>) => number
  /** Shows refusals as toasts, and faults of the service as a dialog, where there is no room for them on the screen. */
  toastsRefusals?: boolean
  /** Each call is sent, also while another is under way. */
  concurrent?: boolean
}

export interface Submit<E extends Endpoint> {
  /**
   * Calls the endpoint; never rejects. While a call is under way, one with the same input joins it (a double click sends once), and
   * one with another input follows it.
   */
  submit: (input: InputOf<E>) => Promise<Answer<E>>
  pending: boolean
  /** The input of the call under way. */
  pendingInput: InputOf<E> | undefined
  /** Why the last call was refused, as it is to be shown; undefined while one is under way. */
  refusal: SubmitRefusal | undefined
  /** Forgets the refusal. */
  clear: () => void
  /** The wait that a refusal (TOO_MANY_TRIES) or `waitAfter` has started. */
  wait: RetryWait
}

const NOTHING: FormRefusal = { message: '' }

/** Shows a refusal at a field of the form: `on: { WRONG_CODE: atField('code') }`. */
export const atField =
  (field: string, message?: string) =>
  (failure: Failure): FormRefusal => ({ message: '', fields: { [field]: message ?? failure.message } })

/** A call that changes something, as a component needs it: pending, refusal, throttle wait, toasts, stale queries. */
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
    // A fault of the service is no toast, which would be gone before it can be reported.
    if (toastsRefusals && failure.errorCode === 'INTERNAL') void systemErrors.open(failure)
    else if (toastsRefusals && refusal.message) showToast({ text: refusal.message })
    setRefusal(shown === NOTHING ? undefined : refusal)
    return refusal
  }
}

/** What a handler of a refusal shows. One that fails shows nothing. */
function handled(handle: () => FormRefusal | undefined | void): FormRefusal {
  try {
    return handle() ?? NOTHING
  } catch (error) {
    reportFault(error)
    return NOTHING
  }
}

/**
 * An asynchronous action of a component. One run at a time: while one is under way, a call with the same input joins it and one with
 * another input follows it, unless `concurrent`.
 */
export function useAction<I, T>(
  act: (input: I) => Promise<T>,
  { concurrent }: { concurrent?: boolean | undefined } = {},
) {
  const { mutateAsync, isPending, variables } = useMutation<T, Error, I>({
    mutationFn: (input) => act(input),
    // Offline, a call fails at once and says so, instead of waiting for the network.
    networkMode: 'always',
    gcTime: 0,
  })
  /** The newest run. */
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
    /** The input of the run under way. */
    pendingInput: isPending ? variables : undefined,
    isUnderWay: () => underWay.current !== undefined,
  }
}

/** Whether two inputs say the same. Those that are no JSON (an event, say) are taken for the same. */
function isSame(one: unknown, other: unknown): boolean {
  try {
    return one === other || JSON.stringify(one) === JSON.stringify(other)
  } catch {
    return true
  }
}

/** Reports a fault of our own that is not to stop what is under way, like an uncaught one. */
function reportFault(error: unknown): void {
  // Safari below 15.4 has no `reportError`.
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error)
  else
    setTimeout(() => {
      throw error
    })
}
