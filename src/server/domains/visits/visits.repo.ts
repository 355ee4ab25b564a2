import type { Generated } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { DeviceClass } from './visits.rules.ts'
import type { PageView } from './visits-model.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    visit: {
      visit_id: Generated<number>
      at: Temporal.Instant
      route: string
      device_class: string
      language: string
      utm_source: string | null
      utm_medium: string | null
      utm_campaign: string | null
      utm_term: string | null
      utm_content: string | null
    }
  }
}

export async function insertVisit(
  db: Db,
  { at, deviceClass, view }: { at: Temporal.Instant; deviceClass: DeviceClass; view: PageView },
): Promise<void> {
  const { source, medium, campaign, term, content } = view.utm
  await db
    .insertInto('visit')
    .values({
      at,
      route: view.route,
      device_class: deviceClass,
      language: view.language,
      utm_source: source ?? null,
      utm_medium: medium ?? null,
      utm_campaign: campaign ?? null,
      utm_term: term ?? null,
      utm_content: content ?? null,
    })
    .execute()
}
