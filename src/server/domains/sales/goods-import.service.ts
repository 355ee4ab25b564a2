import type { Db } from '#server/kit/db.ts'
import {
  findDoubleCountries,
  findKnown,
  GOODS_SOURCES,
  lockUnits,
  upsertFreight,
  upsertGoods,
  upsertLocker,
  upsertSale,
} from './goods-import.repo.ts'
import {
  type Applied,
  type ContentChange,
  contentPart,
  type ImportProblem,
  type Upsert,
} from '#server/kit/content-part.ts'
import { checkGoods, GOODS_SCHEMAS, type GoodsRecords } from './goods-import.rules.ts'

/** Sales, goods, lockers and freight in `npm run content -- import`. */
export const goodsContent = contentPart({
  audit: { action: 'import goods', subject: 'sales' },
  schemas: GOODS_SCHEMAS,
  sources: GOODS_SOURCES,
  check: checkGoods,
  apply,
})

async function apply(tx: Db, records: GoodsRecords, change: ContentChange): Promise<Applied> {
  const problems = await findProblems(tx, records)
  if (problems.length > 0) return { done: [], problems }
  const done: Upsert[] = []
  for (const one of records.sale) done.push(await upsertSale(tx, one, change))
  for (const one of records.locker) done.push(await upsertLocker(tx, one, change))
  for (const one of records.freight) done.push(await upsertFreight(tx, one, change))
  for (const one of records.goods) done.push(await upsertGoods(tx, one, change))
  return { done, problems: doublesOf(records, await findDoubleCountries(tx)) }
}

/** Problems of the lines by the state of the database. Locks the goods, so that nothing is sold meanwhile. */
async function findProblems(tx: Db, { sale: sales, goods }: GoodsRecords): Promise<ImportProblem[]> {
  const programIds = [...goods, ...sales].flatMap(({ programId }) => programId ?? [])
  const known = await findKnown(tx, { saleIds: goods.map(({ saleId }) => saleId), programIds })
  const saleIds = new Set([...known.sales, ...sales.map(({ saleId }) => saleId)])
  const taken = await lockUnits(
    tx,
    goods.map(({ goodsId }) => goodsId),
  )
  const problems: ImportProblem[] = []
  for (const { line, programId } of [...sales, ...goods]) {
    if (programId !== undefined && !known.titles.includes(programId))
      problems.push({ line, field: 'programId', is: 'titleUnknown', programId })
  }
  for (const { line, saleId, goodsId, supplied } of goods) {
    if (!saleIds.has(saleId)) problems.push({ line, field: 'saleId', is: 'saleUnknown', saleId })
    const units = taken.get(goodsId) ?? 0
    if (supplied < units) problems.push({ line, field: 'supplied', is: 'unitsTaken', goodsId, units })
  }
  return problems
}

const doublesOf = ({ freight }: GoodsRecords, doubles: readonly string[]): ImportProblem[] =>
  freight.flatMap(({ line, countries }) =>
    countries
      .filter((country) => doubles.includes(country))
      .map((country) => ({ line, field: 'countries', is: 'countryTaken' as const, country })),
  )
