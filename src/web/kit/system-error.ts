import type { Failure } from './envelope.ts'
import { createDialogRequests } from './dialog-request.ts'

/** The system error dialog (SPEC 8), as its host and its callers see it: a fault of the service that has no place on the screen. */
export const systemErrors = createDialogRequests<Failure>()
