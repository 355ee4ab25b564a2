/** The parts of the service that are processes of their own. */
export const ROLES = ['web', 'worker'] as const
export type Role = (typeof ROLES)[number]

/** What the supervisor tells a role over the IPC channel; secrets travel here, never in arguments or the environment. */
export type ToRole =
  | { type: 'init'; databaseUrl: string; masterKey: string; clockOffsetMs: number }
  | { type: 'clock'; clockOffsetMs: number }
  | { type: 'advanced'; id: number }
  | { type: 'stop' }

/** What a role tells the supervisor. */
export type FromRole =
  | { type: 'ready'; port?: number }
  /** It cannot run at all (its port is taken): a plain sentence, and no new try. */
  | { type: 'refused'; sentence: string }
  | { type: 'advance'; id: number; milliseconds: number }
  | { type: 'clock-done'; clockOffsetMs: number }
