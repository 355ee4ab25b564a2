import type { Failure } from './envelope.ts'
import { createDialogRequests } from './dialog-request.ts'

export const systemErrors = createDialogRequests<Failure>()
