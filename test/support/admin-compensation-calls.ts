import { randomUUID } from 'node:crypto'
import type { compensate } from '#contract/admin/compensations.ts'
import type { AdminInputOf } from '#contract/admin/endpoint.ts'
import { inTransaction } from '#server/kit/db.ts'
import type { OperatorsWorld } from './operators.ts'

type Order = Omit<AdminInputOf<typeof compensate>, 'requestKey' | 'reason' | 'version'>

/** Who played a video half an hour ago. */
export async function aStreamer({ care, pool, clock }: OperatorsWorld): Promise<string> {
  const { accountId } = await care.aCustomer()
  const at = clock.now().subtract({ minutes: 30 }).toString()
  await pool.query(
    `insert into playback_stream (stream_id, account_id, session_id, program_id, program_guid, started_at, last_seen_at)
     values ($1, $2, $1, 'film', 'film', $3, $3)`,
    [randomUUID(), accountId, at],
  )
  return accountId
}

/** Of an incident of its own, in the last hour. */
export const aCompensation = ({ clock }: OperatorsWorld, more: Partial<Order> = {}): Order => ({
  incident: `incident ${randomUUID()}`,
  from: clock.now().subtract({ hours: 1 }).toString(),
  until: clock.now().toString(),
  who: ['streamed'],
  gives: { kind: 'credits', credits: 20 },
  ...more,
})

async function anOrder(w: OperatorsWorld): Promise<Order> {
  await aStreamer(w)
  return aCompensation(w)
}

async function aRunning(w: OperatorsWorld): Promise<{ compensationId: string }> {
  const { incident, from, until, who, gives } = await anOrder(w)
  const { operatorId } = await w.anOperator('care')
  const { compensationId } = await inTransaction(w.db, (tx) =>
    w.care.compensations.order(tx, {
      incident,
      who,
      gives: gives as { kind: 'credits'; credits: number },
      from: Temporal.Instant.from(from),
      until: Temporal.Instant.from(until),
      reason: 'an outage',
      operatorId,
      actor: 'operator:ida',
      approvedBy: undefined,
      approvedMembers: undefined,
    }),
  )
  return { compensationId }
}

/** Inputs of the calls about compensations. */
export const COMPENSATION_EXAMPLES = {
  '/customers/compensations': () => ({}),
  '/customers/compensation': aRunning,
  '/customers/tryCompensation': anOrder,
  '/customers/compensate': async (w: OperatorsWorld) => ({ ...(await anOrder(w)), reason: 'an outage' }),
  '/customers/stopCompensation': async (w: OperatorsWorld) => ({ ...(await aRunning(w)), reason: 'a wrong time' }),
}
