import { storage } from '#web/kit/storage.ts'

/** The storage key of progress that the server has not acknowledged yet. */
export const UNSENT_KEY = 'harbour.unsentProgress'

/** Whether any progress waits to be sent again. */
export const hasUnsentProgress = (): boolean => storage.local.get(UNSENT_KEY) !== null
