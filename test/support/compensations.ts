import type { Kysely } from 'kysely'
import { createCompensations } from '#server/domains/compensations/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, sql } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { createLog } from '#server/kit/log.ts'

type Deps = Parameters<typeof createCompensations>[0]

/** Whose messages are rows of the inbox, in the transaction that gives. */
export const createTestCompensations = (
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  given: Pick<Deps, 'rentals'>,
) =>
  createCompensations({
    db,
    clock,
    log: createLog({ level: 'silent', role: 'test' }),
    accounts: {
      read: async (accountId, on) => {
        const { rows } = await sql`select from account where account_id = ${accountId}`.execute(on ?? db)
        return rows.length > 0 ? ({ accountId } as never) : undefined
      },
    },
    messages: {
      post: async (tx, { accountId, template, params }) => {
        const row = { message_id: newId(), account_id: accountId, template, params: JSON.stringify(params) }
        await tx
          .insertInto('inbox_message')
          .values({ ...row, sent_at: clock.now(), read_at: null })
          .execute()
      },
    },
    ...given,
  })
