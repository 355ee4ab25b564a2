import type { Role } from './role-messages.ts'

/**
 * Options of Node by role, added to those of this process. The heap of the web role may double before the next full garbage collection,
 * during which calls take several times as long (decision 065).
 */
const OPTIONS: Record<Role, readonly string[]> = { web: ['--heap-growing-percent=100'], worker: [] }

export const nodeOptionsOf = (role: Role): string[] => [...process.execArgv, ...OPTIONS[role]]
