import { storage } from './storage.ts'

/** Titles whose warning was read in this session. */
const KEY = 'harbour.warningsRead'

const readIds = (): string[] => (storage.session.get(KEY) ?? '').split(',').filter(Boolean)

/** Whether a title's warning still has to be shown: before the first play of that title in a session (PRODUCT 8). */
export const mustWarn = (program: { programId: string; warning: string }): boolean =>
  program.warning !== '' && !readIds().includes(program.programId)

/** Remembers that it was read and accepted. */
export function warningRead(programId: string): void {
  if (!readIds().includes(programId)) storage.session.set(KEY, [...readIds(), programId].join(','))
}
