import { storage } from '#web/kit/storage.ts'

export const VISITOR_PROGRESS_KEY = 'harbour.watched'

/** Progress of kids mode is never merged into a profile. */
export const hasVisitorProgress = (): boolean => storage.local.get(VISITOR_PROGRESS_KEY) !== null
