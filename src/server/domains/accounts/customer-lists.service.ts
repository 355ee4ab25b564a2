import { DEFAULT_AREA_CODE } from '#contract/fields.ts'
import { type Db, inTransaction, type Tx } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { keyedHash } from '#server/kit/secrets.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'
import { isTelecomPartner, LISTED_PARTNER } from './accounts-model.ts'
import {
  compareCustomers,
  countCustomers,
  type CustomerList,
  lockCustomerList,
  replaceCustomers,
} from './customer-lists.repo.ts'
import { parseNumber } from './numbers.rules.ts'
import type { AccountsDeps } from './ports.ts'

export const customerHash = (key: Buffer, number: string): Buffer => keyedHash(key, 'partner customer', number)

type Deps = Pick<AccountsDeps, 'db' | 'clock' | 'masterKey'>

/** A line that is no mobile number, as it is. */
export interface WrongLine {
  readonly line: number
  readonly text: string
}

/** What replacing a list would do. `seen`: of the list as it is, for the replacement. */
export interface ListComparison {
  readonly before: number
  readonly after: number
  readonly added: number
  readonly removed: number
  readonly seen: string
}

export interface CheckedCustomers extends ListComparison {
  readonly wrong: readonly WrongLine[]
  /** Lines of a number that an earlier one has. */
  readonly repeated: number
}

/** The lists of partners' customers, by whose numbers new members bind. */
export function createCustomerLists({ db, clock, masterKey }: Deps) {
  const key = deriveKey(masterKey, 'accounts')
  return { list: (): Promise<CustomerList[]> => countCustomers(db), check, replace }

  /** @throws AppError NOT_FOUND for another partner */
  async function check({ partner, csv }: { partner: string; csv: string }): Promise<CheckedCustomers> {
    requireListed(partner)
    const { numbers, wrong, repeated } = readCustomerList(csv)
    return { ...(await compare(db, { partner, numbers })), wrong, repeated }
  }

  async function compare(on: Db, { partner, numbers }: { partner: string; numbers: readonly string[] }) {
    const numberHashes = numbers.map((number) => customerHash(key, number))
    const { before, kept, importedAt } = await compareCustomers(on, { partner, numberHashes })
    const after = numbers.length
    return { before, after, added: after - kept, removed: before - kept, seen: seenOf(before, importedAt) }
  }

  /**
   * Bound members stay bound. `seen`: what the list was when it was checked.
   * @throws AppError for another partner, a line without a mobile number, an empty list, or one that was replaced since
   */
  async function replace(
    tx: Tx,
    { partner, csv, seen }: { partner: string; csv: string; seen?: string },
  ): Promise<ListComparison> {
    requireListed(partner)
    const { numbers, wrong } = readCustomerList(csv)
    if (wrong.length > 0) throw operatorRefusal({ is: 'customerLines', lines: wrong.map(({ line }) => line) })
    if (numbers.length === 0) throw operatorRefusal({ is: 'listEmpty' })
    await lockCustomerList(tx, partner)
    const comparison = await compare(tx, { partner, numbers })
    if (seen !== undefined && seen !== comparison.seen) throw operatorRefusal({ is: 'listReplaced' })
    const numberHashes = numbers.map((number) => customerHash(key, number))
    await replaceCustomers(tx, { partner, numberHashes, at: clock.now() })
    return comparison
  }
}

const seenOf = (count: number, importedAt: Temporal.Instant | null): string =>
  `${count} ${importedAt?.toString() ?? ''}`

function requireListed(partner: string): void {
  if (!isTelecomPartner(partner) && partner !== LISTED_PARTNER)
    throw operatorRefusal({ is: 'partnerWithoutList', partner })
}

/** By the command. @returns the number of customers @throws as `replace` */
export function importCustomers(
  deps: Deps,
  { partner, csv, actor, reason }: OperatorAction & { partner: string; csv: string },
): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const { after: customers } = await createCustomerLists(deps).replace(tx, { partner, csv })
    const entry = { at: deps.clock.now(), actor, reason, action: 'import customers', subject: `partner:${partner}` }
    await recordAudit(tx, { ...entry, details: { customers } })
    return customers
  })
}

type ReadList = { numbers: string[]; wrong: WrongLine[]; repeated: number }

/** First column: `91234567` or with area code. Empty lines are skipped; a first line without a digit there is the header. */
function readCustomerList(csv: string): ReadList {
  const numbers = new Set<string>()
  const wrong: WrongLine[] = []
  let read = 0
  csv
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((line, index) => {
      const cell = (line.split(/[,;\t]/, 1)[0] ?? '').replaceAll(/["\s()-]/g, '')
      if (line.trim() === '' || (index === 0 && !/\d/.test(cell))) return
      const number = parseNumber(cell, DEFAULT_AREA_CODE)
      if (number === undefined) wrong.push({ line: index + 1, text: line })
      else {
        read += 1
        numbers.add(number)
      }
    })
  return { numbers: [...numbers], wrong, repeated: read - numbers.size }
}
