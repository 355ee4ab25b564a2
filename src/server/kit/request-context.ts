import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string | null>()

/** Of the request in which, or on behalf of which, the current code runs. */
export const currentRequestId = (): string | null => current.getStore() ?? null

/** `null`: on behalf of no request, though one may have begun it. */
export const inRequest = <T>(requestId: string | null, work: () => T): T => current.run(requestId, work)
