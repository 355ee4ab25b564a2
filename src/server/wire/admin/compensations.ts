import * as endpoints from '#contract/admin/compensations.ts'
import type { AdminParsedInputOf } from '#contract/admin/endpoint.ts'
import {
  type CompensationOrder,
  compensationSubject,
  type Compensations,
  type ShownCompensation,
} from '#server/domains/compensations/index.ts'
import { maskNumber } from '#server/domains/customers/index.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'
import type { AdminHandler, ApprovalNeed } from './pipeline.ts'

function compensationOf({ from, until, who, madeAt, endedAt, stoppedAt, approvedBy, ...found }: ShownCompensation) {
  const end = endedAt ?? stoppedAt
  return {
    ...found,
    from: wireInstant(from),
    until: wireInstant(until),
    who: [...who],
    madeAt: wireInstant(madeAt),
    endedAt: end && wireInstant(end),
    isApproved: approvedBy !== null,
  }
}

const orderOf = ({
  incident,
  from,
  until,
  who,
  gives,
}: Pick<AdminParsedInputOf<typeof endpoints.tryOut>, keyof CompensationOrder>): CompensationOrder => ({
  incident,
  from: Temporal.Instant.from(from),
  until: Temporal.Instant.from(until),
  who,
  gives,
})

/** What is given to each. */
const givenOf = ({ gives }: Pick<CompensationOrder, 'gives'>) =>
  gives.kind === 'credits' ? { credits: gives.credits } : { hours: gives.hours }

const periodOf = ({ incident, from, until, who }: CompensationOrder) => ({
  incident,
  from: wireInstant(from),
  until: wireInstant(until),
  who: who.join(' '),
})

type Compensate = typeof endpoints.compensate

/** Always a second person's, who sees how many it reaches and what it gives in sum. */
const createCompensate = (
  all: Compensations,
): { handler: AdminHandler<Compensate>; approvalNeed: ApprovalNeed<Compensate> } => ({
  approvalNeed: async (input, { tx }) => {
    const order = orderOf(input)
    const { members, credits, rentals } = await all.count(tx, order)
    if (members === 0) throw operatorRefusal({ is: 'compensationNobody' })
    const sum = credits === null ? { longerRentals: rentals } : { creditsInAll: credits }
    return { ...periodOf(order), members, ...givenOf(order), ...sum }
  },

  handler: async (input, { tx, operator, approval, record }) => {
    const order = orderOf(input)
    const approved = approval?.consequence.members
    const { compensationId, members } = await all.order(tx, {
      ...order,
      reason: input.reason,
      operatorId: operator.operatorId,
      actor: operator.actor,
      approvedBy: approval?.decider.operatorId,
      approvedMembers: typeof approved === 'number' ? approved : undefined,
    })
    const details = { ...periodOf(order), members, ...givenOf(order) }
    await record({ subject: compensationSubject(compensationId), details })
    return { compensationId }
  },
})

export const compensations = bindAdmin(endpoints, ({ compensations: all }) => ({
  list: async (query) => {
    const page = await all.list(query)
    return { ...page, list: page.list.map(compensationOf) }
  },

  show: async ({ compensationId }) => compensationOf(await all.show(compensationId)),

  tryOut: async (input, { tx, record }) => {
    const order = orderOf(input)
    const { paid, rented, streamed, ...counts } = await all.count(tx, order)
    const sample = await all.sample(tx, order)
    await record({ subject: `incident:${order.incident}`, details: { ...periodOf(order), members: counts.members } })
    return {
      ...counts,
      did: { paid, rented, streamed },
      sample: sample.map(({ accountId, number, did }) => ({
        accountId,
        maskedNumber: maskNumber(number),
        did: [...did],
      })),
    }
  },

  compensate: createCompensate(all),

  stop: async ({ compensationId }, { tx, operator, record }) => {
    const { state, given } = await all.stop(tx, { compensationId, actor: operator.actor })
    const subject = compensationSubject(compensationId)
    await record({ subject, before: { state }, after: { state: 'stopped' }, details: { given } })
    return {}
  },
}))
