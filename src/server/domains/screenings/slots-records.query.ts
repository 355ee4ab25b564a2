import { dollarsOf, hongKongText } from '#server/kit/content-records.ts'
import type { RecordSource } from '#server/kit/content-part.ts'
import { sql } from '#server/kit/db.ts'

const screenings: RecordSource = {
  idField: 'slotId',
  select: () => sql`
    select x.slot_id as id, x.version, x.updated_at, x.updated_by, x.withdrawn,
      extract(epoch from x.starts_at)::bigint as place, x.starts_at, array[x.program_id] as parents,
      coalesce((select jsonb_build_object('programId', jsonb_build_object('zh_HK', t.title_zh, 'en_US', t.title_en))
        from title t where t.program_id = x.program_id), '{}') as names,
      jsonb_build_object('slotId', x.slot_id, 'programId', x.program_id, 'startsAt', ${hongKongText('x.starts_at')},
        'sellsFrom', ${hongKongText('x.sells_from')}, 'credits', x.credits, 'price', ${dollarsOf('x.amount_cents')},
        'tickets', x.tickets, 'seats', x.seats, 'capacity', x.capacity, 'withdrawn', x.withdrawn) as record,
      jsonb_build_object('sold', x.sold, 'held', x.held,
        'screenings', (select count(*) from screening v where v.slot_id = x.slot_id and v.state = 'valid'),
        'people', (select count(*) from screening v join screening_seat p using (screening_id)
          where v.slot_id = x.slot_id and v.state = 'valid')) as counts
    from screening_slot x`,
}

export const SLOT_SOURCES = { screening: screenings }
