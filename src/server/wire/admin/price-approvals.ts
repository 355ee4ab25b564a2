import { UNAPPROVED_HOURS, UNAPPROVED_MAX } from '#contract/admin/bulk.ts'
import { lockByName, type Tx } from '#server/kit/db.ts'
import type { AdminDomains } from './domains.ts'

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
  const of = { operatorId, since: clock.now().subtract({ hours: UNAPPROVED_HOURS }) }
  const before = (await bulk.countPriced(tx, of)) + (await titleImports.countPriced(tx, of))
  return before + titles > UNAPPROVED_MAX
}
