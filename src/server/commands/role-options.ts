import type { Role } from './role-messages.ts'

/**
 * Options of Node for the process of each role, beside those that this process has. A full garbage collection makes the calls beside it
 * several times as long: the web role waits for twice the memory in use, with the titles in memory, before the next one (decision 065).
 */
const OPTIONS: Record<Role, readonly string[]> = { web: ['--heap-growing-percent=100'], worker: [] }

export const nodeOptionsOf = (role: Role): string[] => [...process.execArgv, ...OPTIONS[role]]
