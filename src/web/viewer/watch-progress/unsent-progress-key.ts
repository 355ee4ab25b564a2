import { storage } from '#web/kit/storage.ts'

export const UNSENT_KEY = 'harbour.unsentProgress'

export const hasUnsentProgress = (): boolean => storage.local.get(UNSENT_KEY) !== null
