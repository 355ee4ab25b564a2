import { useRef, useState } from 'react'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { admit, check, CHECK_IN_UNDO_SECONDS, taken, undo } from '#contract/admin/tickets.ts'
import type { TicketVerdict } from '#contract/ticket-verdicts.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useAdminClient } from '../../client/admin-client.ts'
import { useChange } from '../../client/use-change.ts'

export type Showtime = AdminOutputOf<typeof taken>['list'][number]
type Checked = NonNullable<AdminOutputOf<typeof check>['ticket']>

/** One code that was shown to the counter, and what became of it. */
export interface Scan {
  readonly key: number
  readonly code: string
  readonly word: TicketVerdict | 'admitted' | 'unanswered'
  readonly showtime: Pick<Showtime, 'film' | 'cinema' | 'startsAt'> | null
  /** Of a used one: when, and by whom. */
  readonly used?: Pick<Checked, 'admittedAt' | 'admittedBy'>
  readonly count?: Pick<Showtime, 'admitted' | 'tickets'>
  readonly checkIn?: { readonly ticketId: string; readonly until: number }
  readonly message?: string
}

export type CounterMode = 'admit' | 'check'
const RECENT_MAX = 12

const undoableUntil = (): number => Date.now() + CHECK_IN_UNDO_SECONDS * 1_000

/** A person is let in by one call; only a refused code is looked up, for the words that say why. */
export function useCounter({ mode, showtimeId }: { mode: CounterMode; showtimeId: string | undefined }) {
  const client = useAdminClient()
  const admitting = useChange(admit, { invalidates: [taken] })
  const undoing = useChange(undo, { invalidates: [taken] })
  const [scans, setScans] = useState<readonly Scan[]>([])
  const [pending, setPending] = useState(0)
  const lastKey = useRef(0)

  async function scan(code: string): Promise<void> {
    const asked = { code, ...(showtimeId !== undefined && { showtimeId }) }
    setPending((count) => count + 1)
    const result = mode === 'admit' ? await admitted(asked) : await looked(asked)
    setPending((count) => count - 1)
    lastKey.current += 1
    const done = { ...result, key: lastKey.current, code }
    setScans((before) => [done, ...before].slice(0, RECENT_MAX))
  }

  type Outcome = Omit<Scan, 'key' | 'code'>
  type Asked = { code: string; showtimeId?: string }

  async function admitted(asked: Asked): Promise<Outcome> {
    const answer = await admitting.submit(asked)
    if (answer.result === 'FAILED') return looked(asked, answer.message)
    const { ticketId, film, cinema, startsAt, tickets, admitted: count } = answer
    return {
      word: 'admitted',
      showtime: { film, cinema, startsAt },
      count: { admitted: count, tickets },
      checkIn: { ticketId, until: undoableUntil() },
    }
  }

  /** `refusal`: of a code that was not admitted: one that is valid all the same has met a failure. */
  async function looked(asked: Asked, refusal?: string): Promise<Outcome> {
    const answer = await client.call(check, asked)
    if (answer.result === 'FAILED') return { word: 'unanswered', showtime: null, message: refusal ?? answer.message }
    const { verdict, ticket } = answer
    if (refusal !== undefined && verdict === 'valid') return { word: 'unanswered', showtime: ticket, message: refusal }
    return { word: verdict, showtime: ticket, ...(ticket && { used: ticket }) }
  }

  async function undoScan({ key, checkIn }: Scan, done: string): Promise<void> {
    if (!checkIn) return
    const answer = await undoing.submit({ ticketId: checkIn.ticketId })
    if (answer.result === 'FAILED') return showToast({ text: answer.message })
    setScans((before) => before.filter((each) => each.key !== key))
    showToast({ text: done })
  }

  return { scans, scan, undoScan, isPending: pending > 0 }
}
