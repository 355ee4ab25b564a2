import { type Db, inTransaction, type Tx } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'
import type { ListComparison, WrongLine } from '../accounts/index.ts'
import type { PartnersDeps } from './ports.ts'
import { companyKey, readStaffList, staffHash, type StaffEntry } from './staff-list.rules.ts'
import { compareNumbers, countStaff, lockStaffLists, replaceNumbers, type StaffCompany } from './staff.repo.ts'

type Deps = Pick<PartnersDeps, 'db' | 'clock' | 'masterKey'>

export interface StaffComparison extends Omit<ListComparison, 'seen'> {
  readonly company: string
}

export interface CheckedStaff {
  readonly companies: readonly StaffComparison[]
  readonly wrong: readonly WrongLine[]
  readonly repeated: number
  /** Of the lists as they are, for the replacement. */
  readonly seen: string
}

/** The staff lists of companies. Plans that were taken stay. */
export function createStaffLists({ db, clock, masterKey }: Deps) {
  const key = deriveKey(masterKey, 'partners')
  return { list, check, replace, remove }

  /** With the plans that run. */
  function list(): Promise<StaffCompany[]> {
    return countStaff(db, clock.now())
  }

  async function check(csv: string): Promise<CheckedStaff> {
    const { entries, wrong } = readStaffList(csv)
    const lists = listsOf(entries)
    const { companies, seen } = await compare(db, lists)
    return { companies, wrong, repeated: entries.length - sizeOf(lists), seen }
  }

  /** The lists of the companies in the file, and no others. */
  async function compare(on: Db, lists: ReadonlyMap<string, readonly Buffer[]>) {
    const companies: StaffComparison[] = []
    const seen: string[] = []
    for (const [company, numberHashes] of lists) {
      const { before, kept, importedAt } = await compareNumbers(on, { company, numberHashes })
      const after = numberHashes.length
      companies.push({ company, before, after, added: after - kept, removed: before - kept })
      seen.push(`${company} ${before} ${importedAt?.toString() ?? ''}`)
    }
    return { companies, seen: seen.join('; ') }
  }

  function listsOf(entries: readonly StaffEntry[]): ReadonlyMap<string, readonly Buffer[]> {
    const byCompany = Map.groupBy(entries, ({ companyName }) => companyKey(companyName))
    const lists = byCompany.entries().map(([company, own]): [string, readonly Buffer[]] => {
      const hashes = own.map((entry) => staffHash(key, entry))
      return [company, [...new Map(hashes.map((hash) => [hash.toString('hex'), hash])).values()]]
    })
    return new Map(lists)
  }

  /**
   * Taken plans stay. `seen`: what the lists were when they were checked.
   * @throws AppError for an invalid line, an empty list, or one that was replaced since
   */
  async function replace(tx: Tx, { csv, seen }: { csv: string; seen?: string }): Promise<readonly StaffComparison[]> {
    const { entries, wrong } = readStaffList(csv)
    if (wrong.length > 0) throw operatorRefusal({ is: 'staffLines', lines: wrong.map(({ line }) => line) })
    if (entries.length === 0) throw operatorRefusal({ is: 'listEmpty' })
    await lockStaffLists(tx)
    const lists = listsOf(entries)
    const before = await compare(tx, lists)
    if (seen !== undefined && seen !== before.seen) throw operatorRefusal({ is: 'listReplaced' })
    const at = clock.now()
    for (const [company, numberHashes] of lists) await replaceNumbers(tx, { company, numberHashes, at })
    return before.companies
  }

  /** @returns how many numbers it had @throws AppError NOT_FOUND */
  async function remove(tx: Tx, company: string): Promise<number> {
    await lockStaffLists(tx)
    const { before } = await compareNumbers(tx, { company, numberHashes: [] })
    if (before === 0) throw operatorRefusal({ is: 'companyUnknown', company })
    await replaceNumbers(tx, { company, numberHashes: [], at: clock.now() })
    return before
  }
}

const sizeOf = (lists: ReadonlyMap<string, readonly Buffer[]>): number =>
  lists.values().reduce((sum, { length }) => sum + length, 0)

export interface ImportedStaff {
  readonly company: string
  readonly numbers: number
}

/** By the command: replaces the lists of the named companies. @throws as `replace` */
export function importStaff(
  deps: Deps,
  { csv, actor, reason }: OperatorAction & { csv: string },
): Promise<ImportedStaff[]> {
  return inTransaction(deps.db, async (tx) => {
    const companies = await createStaffLists(deps).replace(tx, { csv })
    const imported = companies.map(({ company, after: numbers }) => ({ company, numbers }))
    for (const { company, numbers } of imported) {
      const entry = { at: deps.clock.now(), actor, reason, action: 'import staff', subject: `company:${company}` }
      await recordAudit(tx, { ...entry, details: { numbers } })
    }
    return imported
  })
}
