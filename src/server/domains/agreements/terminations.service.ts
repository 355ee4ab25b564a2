import { inTransaction, type Tx } from '#server/kit/db.ts'
import { nextTry } from './agreement-schedule.rules.ts'
import { endAbandoned } from './changes.service.ts'
import { deferTermination, finishTermination, insertTermination, leaseDueTerminations } from './terminations.repo.ts'
import type { AgreementsDeps, MandateTermination, NewTermination } from './ports.ts'

const BATCH = 8
const LEASE = { minutes: 2 } as const
/** Then the operator is told that the provider does not answer. */
const TRIES = 5

export const requestTermination = ({ clock }: AgreementsDeps, tx: Tx, termination: NewTermination): Promise<string> =>
  insertTermination(tx, termination, clock.now())

/** Ending is idempotent at the provider: a worker that dies before it has kept the outcome asks again. */
export async function carryOutTerminations(deps: AgreementsDeps): Promise<void> {
  const { db, clock, log } = deps
  for (;;) {
    const now = clock.now()
    const due = await leaseDueTerminations(db, { now, until: now.add(LEASE), limit: BATCH })
    for (const termination of due)
      await carryOut(deps, termination).catch((error: unknown) =>
        log.error({ err: error, terminationId: termination.terminationId }, 'mandate not ended'),
      )
    if (due.length < BATCH) return
  }
}

async function carryOut(deps: AgreementsDeps, termination: MandateTermination): Promise<void> {
  const { db, clock } = deps
  const { terminationId, tries } = termination
  const outcome = await endAbandoned(deps, termination)
  const at = clock.now()
  if (outcome === 'unanswered' && tries < TRIES) return deferTermination(db, { terminationId, at: nextTry(tries, at) })
  await inTransaction(db, async (tx) => {
    const finished = await finishTermination(tx, { terminationId, outcome, at })
    if (finished) await deps.onMandateTermination?.(tx, finished)
  })
}
