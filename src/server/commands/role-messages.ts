import type { ROLES } from '#server/config.schema.ts'
import type { SandboxAccess } from '#server/payment-providers.ts'

/** Roles of the service. The web role runs in a process of its own, worker and encoder in one where a node has both. */
export type Role = (typeof ROLES)[number]

/**
 * Messages from the supervisor to a role over the IPC channel. Secrets are passed here, never in arguments or the
 * environment.
 */
export type ToRole =
  | {
      type: 'init'
      databaseUrl: string
      masterKey: string
      clockOffsetMs: number
      sandbox?: SandboxAccess | undefined
    }
  | { type: 'clock'; clockOffsetMs: number }
  | { type: 'advanced'; id: number }
  | { type: 'stop' }

export type FromRole =
  | { type: 'ready'; port?: number }
  /**
   * The role cannot run (its port is taken, for example). `sentence` is for the operator; the role is not restarted.
   */
  | { type: 'refused'; sentence: string }
  | { type: 'advance'; id: number; milliseconds: number }
  | { type: 'clock-done'; clockOffsetMs: number }
