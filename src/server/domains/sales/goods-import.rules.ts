import * as z from 'zod/mini'
import type { ContentRule } from '#contract/content-problems.ts'
import { MEDIA } from '#contract/goods.ts'
import { REGIONS } from '#contract/regions.ts'
import { id } from '#contract/wire-values.ts'
import {
  day,
  dollars,
  instant,
  translated,
  withdrawn,
  type ContentRecord,
  findRepeated,
  type ImportProblem,
} from '#server/kit/content-part.ts'

const country = z.string().check(z.regex(/^[A-Z]{2}$/, { error: 'notACountry' satisfies ContentRule }))

const sale = z.strictObject({
  kind: z.literal('sale'),
  saleId: id,
  title: translated(60),
  description: z.optional(translated(300)),
  programId: z.optional(id),
  startsAt: instant,
  endsAt: instant,
  withdrawn,
})

const goods = z.strictObject({
  kind: z.literal('goods'),
  goodsId: id,
  saleId: id,
  programId: id,
  medium: z.enum(MEDIA),
  name: translated(60),
  detail: z.optional(translated(80)),
  description: z.optional(translated(600)),
  price: dollars(0.1),
  supplied: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  restockOn: z.optional(day),
  position: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  withdrawn,
})

const locker = z.strictObject({
  kind: z.literal('locker'),
  lockerCode: z.string().check(z.regex(/^[A-Z0-9]+(?:-[A-Z0-9]+)*$/), z.maxLength(20)),
  region: z.enum(REGIONS),
  district: translated(40),
  address: translated(120),
  withdrawn,
})

const freight = z.strictObject({
  kind: z.literal('freight'),
  zoneId: id,
  countries: z.array(country).check(z.minLength(1), z.maxLength(250)),
  first: dollars(0),
  further: dollars(0),
  withdrawn,
})

export const GOODS_SCHEMAS = { sale, goods, locker, freight }

type RecordOf<K extends keyof typeof GOODS_SCHEMAS> = ContentRecord<z.output<(typeof GOODS_SCHEMAS)[K]>>
export type SaleRecord = RecordOf<'sale'>
export type GoodsRecord = RecordOf<'goods'>
export type LockerRecord = RecordOf<'locker'>
export type FreightRecord = RecordOf<'freight'>

export interface GoodsRecords {
  readonly sale: readonly SaleRecord[]
  readonly goods: readonly GoodsRecord[]
  readonly locker: readonly LockerRecord[]
  readonly freight: readonly FreightRecord[]
}

/** An id, and a country, stands in one line only; a sale ends after it starts. */
export function checkGoods({
  sale: sales,
  goods: items,
  locker: lockers,
  freight: zones,
}: GoodsRecords): ImportProblem[] {
  const repeated = findRepeated([
    ...sales.map(({ line, saleId }) => ({ line, name: `sale ${saleId}` })),
    ...items.map(({ line, goodsId }) => ({ line, name: `goods ${goodsId}` })),
    ...lockers.map(({ line, lockerCode }) => ({ line, name: `locker ${lockerCode}` })),
    ...zones.map(({ line, zoneId }) => ({ line, name: `freight ${zoneId}` })),
    ...zones
      .filter((one) => !one.withdrawn)
      .flatMap(({ line, countries }) => countries.map((code) => ({ line, name: `country ${code}` }))),
  ])
  const backwards = sales.filter(
    ({ startsAt, endsAt }) =>
      Temporal.Instant.compare(Temporal.Instant.from(startsAt), Temporal.Instant.from(endsAt)) >= 0,
  )
  return [...repeated, ...backwards.map(({ line }) => ({ line, field: 'endsAt', is: 'endsEarly' as const }))]
}
