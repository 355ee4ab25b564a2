import { createHash } from 'node:crypto'
import { UNAPPROVED_HOURS, UNAPPROVED_MAX } from '#contract/admin/bulk.ts'
import type { Clock } from '#server/kit/clock.ts'
import { lockByName, type Tx } from '#server/kit/db.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import type { AdminDomains } from './domains.ts'
import type { ChangeCall } from './pipeline.ts'

/**
 * Whether an operator needs approval to change prices of so many titles more, by a change of many titles or an import: counted under one lock,
 * which the transaction keeps.
 */
export async function pricesNeedApproval(
  { clock, titles: { bulk }, titleImports }: Pick<AdminDomains, 'clock' | 'titles' | 'titleImports'>,
  tx: Tx,
  { operatorId, titles }: { operatorId: string; titles: number },
): Promise<boolean> {
  await lockByName(tx, 'prices of titles')
  const of = { operatorId, since: unapprovedSince(clock) }
  const before = (await bulk.countPriced(tx, of)) + (await titleImports.countPriced(tx, of))
  return before + titles > UNAPPROVED_MAX
}

/** From when on prices that an operator changed count. */
export const unapprovedSince = (clock: Pick<Clock, 'now'>): Temporal.Instant =>
  clock.now().subtract({ hours: UNAPPROVED_HOURS })

/** Of all that a call would change; kept with its approval. */
export const seenHash = (changes: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify(changes.map((one) => JSON.stringify(one)).toSorted()))
    .digest('base64url')

/**
 * An approval of before has no hash, only the number of titles.
 * @throws AppError CONFLICT when the call would change something else by now than what was approved
 */
export function refuseOther({ approval }: Pick<ChangeCall, 'approval'>, changes: readonly unknown[]): void {
  if (!approval) return
  const { seen, titles } = approval.consequence
  const isSame = seen === undefined ? changes.length <= Number(titles) : seen === seenHash(changes)
  if (!isSame) throw operatorRefusal({ is: 'approvalChanged' })
}
