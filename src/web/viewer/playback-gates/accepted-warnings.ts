import { storage } from '#web/kit/storage.ts'

const KEY = 'harbour.warningsRead'

const readIds = (): string[] => (storage.session.get(KEY) ?? '').split(',').filter(Boolean)

/** A warning is shown before the first play of a session only (PRODUCT 8). */
export const isWarningAccepted = (programId: string): boolean => readIds().includes(programId)

export function acceptWarning(programId: string): void {
  if (!isWarningAccepted(programId)) storage.session.set(KEY, [...readIds(), programId].join(','))
}
