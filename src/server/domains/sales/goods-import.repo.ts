import { outcomeOf, type UpsertRow, type Upsert } from '#server/kit/content-part.ts'
import { type Db, sql } from '#server/kit/db.ts'
import type { FreightRecord, GoodsRecord, LockerRecord, SaleRecord } from './goods-import.rules.ts'

type Instant = Temporal.Instant

const EMPTY = { zh_HK: '', en_US: '' }

export async function upsertSale(
  tx: Db,
  { title, description = EMPTY, ...one }: SaleRecord,
  at: Instant,
): Promise<Upsert> {
  return outcomeOf(
    await sql<UpsertRow>`
      insert into sale as old (sale_id, title_zh, title_en, description_zh, description_en, program_id, starts_at, ends_at,
        withdrawn, updated_at)
      values (${one.saleId}, ${title.zh_HK}, ${title.en_US}, ${description.zh_HK}, ${description.en_US},
        ${one.programId ?? ''}, ${one.startsAt}, ${one.endsAt}, ${one.withdrawn}, ${at})
      on conflict (sale_id) do update set title_zh = excluded.title_zh, title_en = excluded.title_en,
        description_zh = excluded.description_zh, description_en = excluded.description_en,
        program_id = excluded.program_id, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
        withdrawn = excluded.withdrawn, updated_at = excluded.updated_at
      where (old.title_zh, old.title_en, old.description_zh, old.description_en, old.program_id, old.starts_at, old.ends_at,
          old.withdrawn)
        is distinct from (excluded.title_zh, excluded.title_en, excluded.description_zh, excluded.description_en,
          excluded.program_id, excluded.starts_at, excluded.ends_at, excluded.withdrawn)
      returning xmax = 0 as added`.execute(tx),
  )
}

/** Its position is its line, until a record says another one. */
export async function upsertGoods(
  tx: Db,
  { name, detail = EMPTY, description = EMPTY, ...one }: GoodsRecord,
  at: Instant,
): Promise<Upsert> {
  return outcomeOf(
    await sql<UpsertRow>`
      insert into goods as old (goods_id, sale_id, position, program_id, medium, name_zh, name_en, detail_zh, detail_en,
        description_zh, description_en, amount_cents, supplied, restock_on, added_at, withdrawn, updated_at)
      values (${one.goodsId}, ${one.saleId}, ${one.position ?? one.line}, ${one.programId}, ${one.medium}, ${name.zh_HK}, ${name.en_US},
        ${detail.zh_HK}, ${detail.en_US}, ${description.zh_HK}, ${description.en_US}, ${Math.round(one.price * 100)},
        ${one.supplied}, ${one.restockOn ?? null}, ${at}, ${one.withdrawn}, ${at})
      on conflict (goods_id) do update set sale_id = excluded.sale_id, position = coalesce(${one.position ?? null}, old.position),
        program_id = excluded.program_id, medium = excluded.medium, name_zh = excluded.name_zh,
        name_en = excluded.name_en, detail_zh = excluded.detail_zh, detail_en = excluded.detail_en,
        description_zh = excluded.description_zh, description_en = excluded.description_en,
        amount_cents = excluded.amount_cents, supplied = excluded.supplied, restock_on = excluded.restock_on,
        withdrawn = excluded.withdrawn, updated_at = excluded.updated_at
      where (old.sale_id, old.position, old.program_id, old.medium, old.name_zh, old.name_en, old.detail_zh, old.detail_en,
          old.description_zh, old.description_en, old.amount_cents, old.supplied, old.restock_on, old.withdrawn)
        is distinct from (excluded.sale_id, coalesce(${one.position ?? null}, old.position), excluded.program_id, excluded.medium, excluded.name_zh,
          excluded.name_en, excluded.detail_zh, excluded.detail_en, excluded.description_zh, excluded.description_en,
          excluded.amount_cents, excluded.supplied, excluded.restock_on, excluded.withdrawn)
      returning xmax = 0 as added`.execute(tx),
  )
}

export async function upsertLocker(tx: Db, { district, address, ...one }: LockerRecord, at: Instant): Promise<Upsert> {
  return outcomeOf(
    await sql<UpsertRow>`
      insert into locker as old (locker_code, region, district_zh, district_en, address_zh, address_en, withdrawn, updated_at)
      values (${one.lockerCode}, ${one.region}, ${district.zh_HK}, ${district.en_US}, ${address.zh_HK}, ${address.en_US},
        ${one.withdrawn}, ${at})
      on conflict (locker_code) do update set region = excluded.region, district_zh = excluded.district_zh,
        district_en = excluded.district_en, address_zh = excluded.address_zh, address_en = excluded.address_en,
        withdrawn = excluded.withdrawn, updated_at = excluded.updated_at
      where (old.region, old.district_zh, old.district_en, old.address_zh, old.address_en, old.withdrawn)
        is distinct from (excluded.region, excluded.district_zh, excluded.district_en, excluded.address_zh,
          excluded.address_en, excluded.withdrawn)
      returning xmax = 0 as added`.execute(tx),
  )
}

export async function upsertFreight(tx: Db, one: FreightRecord, at: Instant): Promise<Upsert> {
  const countries = one.countries.toSorted()
  return outcomeOf(
    await sql<UpsertRow>`
      insert into freight_zone as old (zone_id, countries, first_cents, further_cents, withdrawn, updated_at)
      values (${one.zoneId}, ${countries}, ${Math.round(one.first * 100)}, ${Math.round(one.further * 100)},
        ${one.withdrawn}, ${at})
      on conflict (zone_id) do update set countries = excluded.countries, first_cents = excluded.first_cents,
        further_cents = excluded.further_cents, withdrawn = excluded.withdrawn, updated_at = excluded.updated_at
      where (old.countries, old.first_cents, old.further_cents, old.withdrawn)
        is distinct from (excluded.countries, excluded.first_cents, excluded.further_cents, excluded.withdrawn)
      returning xmax = 0 as added`.execute(tx),
  )
}

/** Those of these ids that exist. */
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

/** Countries that are in more than one zone. */
export async function findDoubleCountries(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ country: string }>`
    select country from freight_zone, unnest(countries) as country where not withdrawn
    group by country having count(*) > 1 order by country`.execute(tx)
  return rows.map(({ country }) => country)
}

/** Whether there has never been a sale. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from sale) as found`.execute(db)
  return !rows[0]!.found
}
