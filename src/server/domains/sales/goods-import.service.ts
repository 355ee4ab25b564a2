import type { Db } from '#server/kit/db.ts'
import {
  findDoubleCountries,
  findKnown,
  isEmpty,
  lockUnits,
  upsertFreight,
  upsertGoods,
  upsertLocker,
  upsertSale,
  type Upsert,
} from './goods-import.repo.ts'
import { type ImportProblem, type ParsedFile, parseGoodsFile } from './goods-import.rules.ts'
import type { SalesDeps } from './sales-deps.ts'

export type { ImportProblem } from './goods-import.rules.ts'

/** What an import did, or would do. With problems it did nothing. */
export interface ImportReport {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly problems: readonly ImportProblem[]
}

interface ImportRequest {
  readonly content: string
  /** For the audit log. */
  readonly file: string
  /** `operator:<name>`, `system`. */
  readonly actor: string
  readonly isDryRun?: boolean
}

/** Imports sales, goods, lockers and freight. The same file again changes nothing. */
export function createGoodsImport({ db, clock, ledger }: Pick<SalesDeps, 'db' | 'clock' | 'ledger'>) {
  return { importFile, isEmpty: () => isEmpty(db) }

  /** Imports all of the file, or nothing when a line is wrong. */
  async function importFile({ content, file, actor, isDryRun = false }: ImportRequest): Promise<ImportReport> {
    const parsed = parseGoodsFile(content)
    if (parsed.problems.length > 0) return { ...NOTHING, problems: parsed.problems }
    try {
      return await ledger.transaction(async (tx) => {
        const problems = await findProblems(tx, parsed)
        if (problems.length > 0) throw new Undone({ ...NOTHING, problems })
        const report = await apply(tx, parsed)
        const doubles = await findDoubleCountries(tx)
        if (doubles.length > 0) throw new Undone({ ...NOTHING, problems: doublesOf(parsed, doubles) })
        if (isDryRun) throw new Undone(report)
        const { added, changed } = report
        if (added + changed > 0) {
          const entry = { at: clock.now(), actor, action: 'import goods', subject: 'sales', reason: `list ${file}` }
          await ledger.audit(tx, { ...entry, details: { added, changed } })
        }
        return report
      })
    } catch (error) {
      if (error instanceof Undone) return error.report
      throw error
    }
  }

  async function apply(tx: Db, { sales, goods, lockers, freight }: ParsedFile): Promise<ImportReport> {
    const at = clock.now()
    const done: Upsert[] = []
    for (const one of sales) done.push(await upsertSale(tx, one, at))
    for (const one of lockers) done.push(await upsertLocker(tx, one, at))
    for (const one of freight) done.push(await upsertFreight(tx, one, at))
    for (const one of goods) done.push(await upsertGoods(tx, one, at))
    const count = (outcome: Upsert) => done.filter((one) => one === outcome).length
    return { added: count('added'), changed: count('changed'), unchanged: count(undefined), problems: [] }
  }
}

const NOTHING = { added: 0, changed: 0, unchanged: 0 }

/** What the database says against lines. Locks the goods, so that nothing is sold meanwhile. */
async function findProblems(tx: Db, { sales, goods }: ParsedFile): Promise<ImportProblem[]> {
  const programIds = [...goods, ...sales].flatMap(({ programId }) => programId ?? [])
  const known = await findKnown(tx, { saleIds: goods.map(({ saleId }) => saleId), programIds })
  const saleIds = new Set([...known.sales, ...sales.map(({ saleId }) => saleId)])
  const taken = await lockUnits(
    tx,
    goods.map(({ goodsId }) => goodsId),
  )
  const problems: ImportProblem[] = []
  const say = (line: number, message: string) => problems.push({ line, message })
  for (const { line, programId } of [...sales, ...goods]) {
    if (programId !== undefined && !known.titles.includes(programId))
      say(line, `programId: there is no title ${programId}`)
  }
  for (const { line, saleId, goodsId, supplied } of goods) {
    if (!saleIds.has(saleId)) say(line, `saleId: there is no sale ${saleId}`)
    const units = taken.get(goodsId) ?? 0
    if (supplied < units) say(line, `supplied: ${units} units of ${goodsId} are sold or held by payments already`)
  }
  return problems.toSorted((one, other) => one.line - other.line)
}

const doublesOf = ({ freight }: ParsedFile, doubles: readonly string[]): ImportProblem[] =>
  freight.flatMap(({ line, countries }) =>
    countries
      .filter((country) => doubles.includes(country))
      .map((country) => ({ line, message: `countries: ${country} is in another zone already` })),
  )

/** Undoes the transaction. */
class Undone extends Error {
  readonly report: ImportReport

  constructor(report: ImportReport) {
    super('undone')
    this.report = report
  }
}
