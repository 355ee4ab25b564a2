import { storage } from '#web/kit/storage.ts'

/** Program ids whose content warning was accepted in this session, separated by commas. */
const KEY = 'harbour.warningsRead'

const readIds = (): string[] => (storage.session.get(KEY) ?? '').split(',').filter(Boolean)

/** Whether the title's content warning was accepted in this session: it is shown before the first play only (PRODUCT 8). */
export const isWarningAccepted = (programId: string): boolean => readIds().includes(programId)

/** Stores that the title's content warning was accepted. */
export function acceptWarning(programId: string): void {
  if (!isWarningAccepted(programId)) storage.session.set(KEY, [...readIds(), programId].join(','))
}
