import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { deviceClassOf } from './visits.rules.ts'
import { insertVisit } from './visits.repo.ts'
import type { PageView } from './visits-model.ts'

export type Visits = ReturnType<typeof createVisits>

export function createVisits({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  return {
    record: (view: PageView): Promise<void> =>
      insertVisit(db, { at: clock.now(), deviceClass: deviceClassOf(view.device), view }),
  }
}
