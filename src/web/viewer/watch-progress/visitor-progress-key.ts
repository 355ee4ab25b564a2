import { storage } from '#web/kit/storage.ts'

/** The storage key of a visitor's progress outside of kids mode. */
export const VISITOR_PROGRESS_KEY = 'harbour.watched'

/** Whether a visitor's progress can be merged into a profile. Progress of kids mode never is. */
export const hasVisitorProgress = (): boolean => storage.local.get(VISITOR_PROGRESS_KEY) !== null
