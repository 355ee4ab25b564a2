import {
  type ContentChange,
  positionOf,
  type RecordSource,
  type Upsert,
  upsertChanged,
} from '#server/kit/content-part.ts'
import { type Db, sql } from '#server/kit/db.ts'
import { dollarsOf, hongKongText, localText } from '#server/kit/content-records.ts'
import type { FreightRecord, GoodsRecord, LockerRecord, SaleRecord } from './goods-import.rules.ts'

const EMPTY = { zh_HK: '', en_US: '' }

export const upsertSale = (
  tx: Db,
  { title, description = EMPTY, ...one }: SaleRecord,
  change: ContentChange,
): Promise<Upsert> =>
  upsertChanged(tx, 'sale', {
    key: 'sale_id',
    change,
    row: {
      sale_id: one.saleId,
      title_zh: title.zh_HK,
      title_en: title.en_US,
      description_zh: description.zh_HK,
      description_en: description.en_US,
      program_id: one.programId ?? '',
      starts_at: Temporal.Instant.from(one.startsAt),
      ends_at: Temporal.Instant.from(one.endsAt),
      withdrawn: one.withdrawn,
    },
  })

export function upsertGoods(
  tx: Db,
  { name, detail = EMPTY, description = EMPTY, ...one }: GoodsRecord,
  change: ContentChange,
): Promise<Upsert> {
  const position = positionOf(one)
  return upsertChanged(tx, 'goods', {
    key: 'goods_id',
    change,
    once: { added_at: change.at, ...position.once },
    row: {
      goods_id: one.goodsId,
      sale_id: one.saleId,
      ...position.row,
      program_id: one.programId,
      medium: one.medium,
      name_zh: name.zh_HK,
      name_en: name.en_US,
      detail_zh: detail.zh_HK,
      detail_en: detail.en_US,
      description_zh: description.zh_HK,
      description_en: description.en_US,
      amount_cents: Math.round(one.price * 100),
      supplied: one.supplied,
      restock_on: one.restockOn === undefined ? null : Temporal.PlainDate.from(one.restockOn),
      withdrawn: one.withdrawn,
    },
  })
}

export const upsertLocker = (
  tx: Db,
  { district, address, ...one }: LockerRecord,
  change: ContentChange,
): Promise<Upsert> =>
  upsertChanged(tx, 'locker', {
    key: 'locker_code',
    change,
    row: {
      locker_code: one.lockerCode,
      region: one.region,
      district_zh: district.zh_HK,
      district_en: district.en_US,
      address_zh: address.zh_HK,
      address_en: address.en_US,
      withdrawn: one.withdrawn,
    },
  })

export const upsertFreight = (tx: Db, one: FreightRecord, change: ContentChange): Promise<Upsert> =>
  upsertChanged(tx, 'freight_zone', {
    key: 'zone_id',
    change,
    row: {
      zone_id: one.zoneId,
      countries: one.countries.toSorted(),
      first_cents: Math.round(one.first * 100),
      further_cents: Math.round(one.further * 100),
      withdrawn: one.withdrawn,
    },
  })

export async function findKnown(
  db: Db,
  { saleIds, programIds }: { saleIds: readonly string[]; programIds: readonly string[] },
): Promise<{ sales: string[]; titles: string[] }> {
  const { rows } = await sql<{ sales: string[]; titles: string[] }>`
    select array(select sale_id from sale where sale_id = any(${saleIds})) as sales,
      array(select program_id from title where program_id = any(${programIds})) as titles`.execute(db)
  return rows[0]!
}

/** Locks goods in the order of their ids. @returns the units of each that are sold or held */
export async function lockUnits(tx: Db, goodsIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ goodsId: string; units: number }>`
    select goods_id as "goodsId", sold + held as units from goods where goods_id = any(${goodsIds})
    order by goods_id collate "C" for update`.execute(tx)
  return new Map(rows.map(({ goodsId, units }) => [goodsId, units]))
}

export async function findDoubleCountries(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ country: string }>`
    select country from freight_zone, unnest(countries) as country where not withdrawn
    group by country having count(*) > 1 order by country`.execute(tx)
  return rows.map(({ country }) => country)
}

export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from sale) as found`.execute(db)
  return !rows[0]!.found
}

const titleName = sql`coalesce((select jsonb_build_object('programId', jsonb_build_object('zh_HK', t.title_zh, 'en_US', t.title_en))
  from title t where t.program_id = x.program_id), '{}')`

/** One state a count: each has a partial index of its own, sale_order_held and sale_order_open. */
const ordersOf = (state: 'held' | 'paid') =>
  sql`select count(*) from sale_order o where o.sale_id = x.sale_id and o.state = ${sql.lit(state)}`

const sales: RecordSource = {
  idField: 'saleId',
  isNewestFirst: true,
  select: () => sql`
    select x.sale_id as id, x.version, x.updated_at, x.updated_by, x.withdrawn,
      extract(epoch from x.starts_at)::bigint as place, x.starts_at, '{}'::text[] as parents, ${titleName} as names,
      jsonb_strip_nulls(jsonb_build_object('saleId', x.sale_id, 'title', ${localText('x.title')},
        'description', ${localText('x.description')}, 'programId', nullif(x.program_id, ''),
        'startsAt', ${hongKongText('x.starts_at')}, 'endsAt', ${hongKongText('x.ends_at')}, 'withdrawn', x.withdrawn)) as record,
      jsonb_build_object('paying', (${ordersOf('held')}), 'unsent', (${ordersOf('paid')}),
        'goods', (select count(*) from goods g where g.sale_id = x.sale_id and not g.withdrawn)) as counts
    from sale x`,
}

const goods: RecordSource = {
  idField: 'goodsId',
  select: () => sql`
    select x.goods_id as id, x.version, x.updated_at, x.updated_by, x.withdrawn, x.position::bigint as place,
      null::timestamptz as starts_at, array[x.sale_id, x.program_id] as parents,
      ${titleName} || jsonb_build_object('saleId', ${localText('s.title')}) as names,
      jsonb_strip_nulls(jsonb_build_object('goodsId', x.goods_id, 'saleId', x.sale_id, 'programId', x.program_id,
        'medium', x.medium, 'name', ${localText('x.name')}, 'detail', ${localText('x.detail')},
        'description', ${localText('x.description')}, 'price', ${dollarsOf('x.amount_cents')}, 'supplied', x.supplied,
        'restockOn', x.restock_on, 'position', x.position, 'withdrawn', x.withdrawn)) as record,
      jsonb_build_object('sold', x.sold, 'held', x.held, 'free', x.supplied - x.sold - x.held,
        'unsent', (select count(*) from sale_line l join sale_order o using (order_id)
          where l.goods_id = x.goods_id and o.state = 'paid')) as counts
    from goods x join sale s using (sale_id)`,
}

const lockers: RecordSource = {
  idField: 'lockerCode',
  select: () => sql`
    select x.locker_code as id, x.version, x.updated_at, x.updated_by, x.withdrawn, 0::bigint as place,
      null::timestamptz as starts_at, array[x.region] as parents, '{}'::jsonb as names,
      jsonb_strip_nulls(jsonb_build_object('lockerCode', x.locker_code, 'region', x.region,
        'district', ${localText('x.district')}, 'address', ${localText('x.address')}, 'withdrawn', x.withdrawn)) as record,
      jsonb_build_object('unsent', (select count(*) from sale_order o
        where o.locker_code = x.locker_code and o.state = 'paid')) as counts
    from locker x`,
}

const freight: RecordSource = {
  idField: 'zoneId',
  select: () => sql`
    select x.zone_id as id, x.version, x.updated_at, x.updated_by, x.withdrawn, x.first_cents::bigint as place,
      null::timestamptz as starts_at, x.countries as parents, '{}'::jsonb as names,
      jsonb_build_object('zoneId', x.zone_id, 'countries', to_jsonb(x.countries), 'first', ${dollarsOf('x.first_cents')},
        'further', ${dollarsOf('x.further_cents')}, 'withdrawn', x.withdrawn) as record,
      '{}'::jsonb as counts
    from freight_zone x`,
}

export const GOODS_SOURCES = { sale: sales, goods, locker: lockers, freight }
