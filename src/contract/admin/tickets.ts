import * as z from 'zod/mini'
import { TICKET_VERDICTS } from '../ticket-verdicts.ts'
import { id, instant } from '../wire-values.ts'
import { adminAudited, adminChange, adminRead } from './endpoint.ts'
import { change, pageOf, query } from './forms.ts'

/** Hours before its start from which a showtime lets people in. */
export const CHECK_IN_HOURS = 12
/** How long the operator who let a person in can take it back. */
export const CHECK_IN_UNDO_SECONDS = 60

const roles = ['care'] as const
const name = z.object({ zh_HK: z.string(), en_US: z.string() })
/** As it is typed or scanned: spaces, hyphens and small letters do no harm. */
const code = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))

const showtime = {
  showtimeId: id,
  film: name,
  cinema: name,
  startsAt: instant,
}

const counted = { ...showtime, tickets: z.number(), admitted: z.number() }

export const taken = adminRead({
  path: '/tickets/taken',
  roles,
  summary: 'Showtimes that members have seats in for cinema tickets, from those that run now.',
  input: query(
    {
      /** Of a film or a cinema. */
      text: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    },
    ['startsAt', '-startsAt'],
  ),
  output: pageOf(z.object(counted)),
})

export const codes = adminAudited({
  path: '/tickets/codes',
  roles,
  audit: 'list ticket codes',
  summary: 'The codes of a showtime, for its counter, and which were used.',
  input: z.object({ showtimeId: id }),
  output: z.object({ ...counted, list: z.array(z.object({ code: z.string(), admittedAt: z.nullable(instant) })) }),
  refuses: ['NOT_FOUND'],
})

export const check = adminRead({
  path: '/tickets/check',
  roles,
  summary: 'What a code is for, and whether it lets a person in.',
  input: z.object({ code, showtimeId: z.optional(id) }),
  output: z.object({
    verdict: z.enum(TICKET_VERDICTS),
    ticket: z.nullable(
      z.object({
        ...showtime,
        admittedAt: z.nullable(instant),
        /** The operator’s name. */
        admittedBy: z.nullable(z.string()),
      }),
    ),
  }),
})

const refuses = ['NOT_FOUND', 'CONFLICT', 'NOT_ALLOWED'] as const

export const admit = adminChange({
  path: '/tickets/admit',
  roles,
  audit: 'admit ticket',
  summary: 'Lets a person in by their code, once; to the showtime that is given, or to any.',
  input: change({ code, showtimeId: z.optional(id) }),
  output: z.object({ ticketId: id, admittedAt: instant, ...counted }),
  refuses,
})

export const undo = adminChange({
  path: '/tickets/undo',
  roles,
  audit: 'undo check in of ticket',
  summary: `Takes a check-in back, by the operator who made it, within ${CHECK_IN_UNDO_SECONDS} seconds.`,
  input: change({ ticketId: id }),
  output: z.object({}),
  refuses,
})
