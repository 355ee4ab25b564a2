import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, inTransaction } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'
import { isTelecomPartner, LISTED_PARTNER } from './accounts-model.ts'
import { replaceCustomers } from './accounts.repo.ts'
import { keyedHash } from './secrets.rules.ts'
import { DEFAULT_AREA_CODE } from '#contract/fields.ts'
import { parseNumber } from './numbers.rules.ts'

export const customerHash = (key: Buffer, number: string): Buffer => keyedHash(key, 'partner customer', number)

type Deps = {
  db: Kysely<Database>
  clock: Clock
  masterKey: Buffer
}

/**
 * Replaces a partner's customer list; bound members stay bound. @returns the number of customers
 * @throws AppError for another partner, a line without a mobile number, or an empty list
 */
export async function importCustomers(
  { db, clock, masterKey }: Deps,
  { partner, csv, actor, reason }: OperatorAction & { partner: string; csv: string },
): Promise<number> {
  if (!isTelecomPartner(partner) && partner !== LISTED_PARTNER)
    throw operatorRefusal({ is: 'partnerWithoutList', partner })
  const { numbers, wrongLines } = readCustomerList(csv)
  if (wrongLines.length > 0) throw operatorRefusal({ is: 'customerLines', lines: wrongLines })
  if (numbers.length === 0) throw operatorRefusal({ is: 'listEmpty' })
  const key = deriveKey(masterKey, 'accounts')
  const numberHashes = numbers.map((number) => customerHash(key, number))
  await inTransaction(db, async (tx) => {
    const at = clock.now()
    await replaceCustomers(tx, { partner, numberHashes, at })
    const details = { customers: numbers.length }
    await recordAudit(tx, { at, actor, reason, action: 'import customers', subject: `partner:${partner}`, details })
  })
  return numbers.length
}

type CustomerList = { numbers: string[]; wrongLines: number[] }

/** First column: `91234567` or with area code. Empty lines are skipped; a first line without a digit there is the header. */
function readCustomerList(csv: string): CustomerList {
  const numbers = new Set<string>()
  const wrongLines: number[] = []
  csv
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((line, index) => {
      const cell = (line.split(/[,;\t]/, 1)[0] ?? '').replaceAll(/["\s()-]/g, '')
      if (line.trim() === '' || (index === 0 && !/\d/.test(cell))) return
      const number = parseNumber(cell, DEFAULT_AREA_CODE)
      if (number === undefined) wrongLines.push(index + 1)
      else numbers.add(number)
    })
  return { numbers: [...numbers], wrongLines }
}
