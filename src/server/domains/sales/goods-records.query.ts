import { dollarsOf, hongKongText, localText } from '#server/kit/content-records.ts'
import type { RecordSource } from '#server/kit/content-part.ts'
import { sql } from '#server/kit/db.ts'

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
