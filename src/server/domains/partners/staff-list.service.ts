import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { companyKey, readStaffList, staffHash } from './staff-list.rules.ts'
import { replaceNumbers } from './staff.repo.ts'

interface Deps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly masterKey: Buffer
  /** Records what was imported, in the transaction of the import. */
  readonly audit: (tx: Db, imported: ImportedStaff) => Promise<void>
}

export interface ImportedStaff {
  readonly company: string
  readonly numbers: number
}

/** Wrong lines that are named. */
const NAMED_MAX = 10

/**
 * Replaces the staff lists of the companies that a CSV file names. Plans that were taken stay.
 * @throws Refusal for a line without company and number, or an empty list; the former lists then stay
 */
export async function importStaff({ db, clock, masterKey, audit }: Deps, csv: string): Promise<ImportedStaff[]> {
  const { entries, wrongLines } = readStaffList(csv)
  if (wrongLines.length > 0) throw new Refusal(wrongLinesSentence(wrongLines))
  if (entries.length === 0) throw new Refusal('The list is empty.')
  const key = deriveKey(masterKey, 'partners')
  const byCompany = Map.groupBy(entries, ({ companyName }) => companyKey(companyName))
  return db.transaction().execute(async (tx) => {
    const at = clock.now()
    const imported: ImportedStaff[] = []
    for (const [company, own] of byCompany) {
      const hashes = new Map(own.map((entry) => staffHash(key, entry)).map((hash) => [hash.toString('hex'), hash]))
      await replaceNumbers(tx, { company, numberHashes: [...hashes.values()], at })
      const one = { company, numbers: hashes.size }
      await audit(tx, one)
      imported.push(one)
    }
    return imported
  })
}

function wrongLinesSentence(lines: readonly number[]): string {
  const more = lines.length > NAMED_MAX ? ` and ${lines.length - NAMED_MAX} more` : ''
  return `Not a company and a staff number in line ${lines.slice(0, NAMED_MAX).join(', ')}${more}. Nothing was imported.`
}
