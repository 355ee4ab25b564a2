import type { Access } from '#contract/programs.ts'
import { storage } from '#web/kit/storage.ts'

/** Titles whose warning was read in this session. */
const KEY = 'harbour.warningsRead'

const readIds = (): string[] => (storage.session.get(KEY) ?? '').split(',').filter(Boolean)

/** Whether a title's warning still has to be shown: before the first play of that title in a session (PRODUCT 8), so not before one that cannot be played. */
export const mustWarn = (program: { programId: string; warning: string; access: Access }): boolean =>
  program.warning !== '' && program.access !== 'deny' && !readIds().includes(program.programId)

/** Remembers that it was read and accepted. */
export function warningRead(programId: string): void {
  if (!readIds().includes(programId)) storage.session.set(KEY, [...readIds(), programId].join(','))
}
