import { hongKongText } from '#server/kit/content-records.ts'
import type { RecordSource } from '#server/kit/content-part.ts'
import { sql } from '#server/kit/db.ts'

const campaigns: RecordSource = {
  idField: 'codeName',
  isNewestFirst: true,
  select: () => sql`
    select x.code_name as id, x.version, x.updated_at, x.updated_by, x.withdrawn,
      extract(epoch from coalesce(x.starts_at, x.updated_at))::bigint as place, x.starts_at, x.regions as parents,
      coalesce((select jsonb_object_agg(t.program_id, jsonb_build_object('zh_HK', t.title_zh, 'en_US', t.title_en))
        from title t where t.program_id = x.content ->> 'programId'
          or t.program_id in (select b ->> 'programId' from jsonb_array_elements(x.content -> 'blocks') b)
          or t.program_id in (select i from jsonb_array_elements(x.content -> 'blocks') b,
            jsonb_array_elements_text(coalesce(b -> 'programIds', '[]')) i)), '{}') as names,
      x.content || jsonb_strip_nulls(jsonb_build_object('codeName', x.code_name, 'regions', to_jsonb(x.regions),
        'startsAt', ${hongKongText('x.starts_at')}, 'endsAt', ${hongKongText('x.ends_at')}, 'withdrawn', x.withdrawn)) as record,
      jsonb_build_object('submissions', (select count(*) from campaign_submission s where s.code_name = x.code_name)) as counts
    from campaign x`,
}

export const CAMPAIGN_SOURCES = { campaign: campaigns }
