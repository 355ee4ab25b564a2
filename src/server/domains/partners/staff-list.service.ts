import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import { inTransaction, type Database } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'
import { companyKey, readStaffList, staffHash } from './staff-list.rules.ts'
import { replaceNumbers } from './staff.repo.ts'

interface Deps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly masterKey: Buffer
}

export interface ImportedStaff {
  readonly company: string
  readonly numbers: number
}

/**
 * Replaces the staff lists of the companies that a CSV file names. Plans that were taken stay.
 * @throws AppError for a line without company and number, or an empty list; the former lists then stay
 */
export async function importStaff(
  { db, clock, masterKey }: Deps,
  { csv, actor, reason }: OperatorAction & { csv: string },
): Promise<ImportedStaff[]> {
  const { entries, wrongLines } = readStaffList(csv)
  if (wrongLines.length > 0) throw operatorRefusal({ is: 'staffLines', lines: wrongLines })
  if (entries.length === 0) throw operatorRefusal({ is: 'listEmpty' })
  const key = deriveKey(masterKey, 'partners')
  const byCompany = Map.groupBy(entries, ({ companyName }) => companyKey(companyName))
  return inTransaction(db, async (tx) => {
    const at = clock.now()
    const imported: ImportedStaff[] = []
    for (const [company, own] of byCompany) {
      const hashes = new Map(own.map((entry) => staffHash(key, entry)).map((hash) => [hash.toString('hex'), hash]))
      await replaceNumbers(tx, { company, numberHashes: [...hashes.values()], at })
      const numbers = hashes.size
      const subject = `company:${company}`
      await recordAudit(tx, { at, actor, reason, action: 'import staff', subject, details: { numbers } })
      imported.push({ company, numbers })
    }
    return imported
  })
}
