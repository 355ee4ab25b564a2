import * as endpoints from '#contract/admin/tickets.ts'
import { type CountedShowtime, ticketSubject } from '#server/domains/cinema/index.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

const instantOrNull = (at: Temporal.Instant | null) => at && wireInstant(at)

const showtimeOf = ({ showtimeId, film, cinema, startsAt }: CountedShowtime) => ({
  showtimeId,
  film,
  cinema,
  startsAt: wireInstant(startsAt),
})

const countedOf = (showtime: CountedShowtime) => ({
  ...showtimeOf(showtime),
  tickets: showtime.tickets,
  admitted: showtime.admitted,
})

export const tickets = bindAdmin(endpoints, ({ cinema: { operatorCounter: counter } }) => ({
  taken: async (query) => {
    const page = await counter.taken(query)
    return { ...page, list: page.list.map(countedOf) }
  },

  codes: async ({ showtimeId }, { tx, record }) => {
    const { list, ...showtime } = await counter.codesOf(tx, showtimeId)
    await record({ subject: showtimeId, details: { tickets: list.length } })
    return {
      ...countedOf(showtime),
      list: list.map(({ code, admittedAt }) => ({ code, admittedAt: instantOrNull(admittedAt) })),
    }
  },

  check: async (checked) => {
    const { verdict, ticket } = await counter.check(checked)
    if (!ticket) return { verdict, ticket: null }
    const { admittedAt, admittedByName } = ticket
    return {
      verdict,
      ticket: { ...showtimeOf(ticket), admittedAt: instantOrNull(admittedAt), admittedBy: admittedByName },
    }
  },

  admit: async ({ code, showtimeId }, { tx, operator, record }) => {
    const { operatorId } = operator
    const admitted = await counter.admit(tx, { code, showtimeId, operatorId })
    const { ticketId } = admitted
    const admittedAt = wireInstant(admitted.admittedAt)
    const after = { admittedAt }
    await record({
      subject: ticketSubject(ticketId),
      before: { admittedAt: null },
      after,
      details: showtimeId ? { showtimeId } : {},
    })
    return { ticketId, admittedAt, ...countedOf(admitted) }
  },

  undo: async ({ ticketId }, { tx, operator, record }) => {
    const { admittedAt } = await counter.undo(tx, { ticketId, operatorId: operator.operatorId })
    const before = { admittedAt: instantOrNull(admittedAt) }
    await record({ subject: ticketSubject(ticketId), before, after: { admittedAt: null } })
    return {}
  },
}))
