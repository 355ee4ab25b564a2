import type { Generated } from 'kysely'
import type { Tx } from '#server/kit/db.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    audit_entry: {
      audit_entry_id: Generated<number>
      at: Temporal.Instant
      actor: string
      action: string
      subject: string
      reason: string
      details: unknown
    }
  }
}

/** The operator of an action, and its reason. */
export interface OperatorAction {
  /** `operatorActor`. */
  readonly actor: string
  readonly reason: string
}

export interface AuditEntry extends OperatorAction {
  readonly at: Temporal.Instant
  /** A verb and its noun: `void codes`. */
  readonly action: string
  /** A noun and its id: `wallet:…`. */
  readonly subject: string
  /** Ids and changed fields; no secrets, no personal data. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** The actor of what an operator does. Bookings and plan versions name it too. */
export const operatorActor = (name: string): string => `operator:${name.trim()}`

/** Records what an operator does, in the transaction that does it. */
export async function recordAudit(tx: Tx, { details = {}, ...entry }: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_entry')
    .values({ ...entry, details: JSON.stringify(details) })
    .execute()
}
