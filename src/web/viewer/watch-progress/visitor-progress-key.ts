import { storage } from '#web/kit/storage.ts'

/** Where a visitor's places are kept, apart from those of a visiting child. */
export const VISITOR_PROGRESS_KEY = 'harbour.watched'

/** Something that a visitor watched waits to be merged. A child's never does. */
export const hasVisitorProgress = (): boolean => storage.local.get(VISITOR_PROGRESS_KEY) !== null
