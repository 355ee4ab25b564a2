import type { Db } from '#server/kit/db.ts'

/** What an operator did, for the audit log. */
export interface AuditedAction {
  readonly at: Temporal.Instant
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly reason: string
}

/** Writes the audit log; joins the transaction of what it records. */
export type Audit = (tx: Db, action: AuditedAction) => Promise<void>
