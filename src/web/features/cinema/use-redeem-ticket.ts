import { useRef } from 'react'
import { userInfo, userProfile } from '#contract/accounts.ts'
import { cinemaShowtimes, redeemTicket, ticketList } from '#contract/cinema.ts'
import { TICKETS_PER_SHOWTIME } from '#contract/showtimes.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'

/** A name for a request, so that sending it again does not take a second ticket. */
const newSubmission = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Uses a cinema ticket for a seat. `succeeded` is called with the code. */
export function useRedeemTicket(showtimeId: string, succeeded: (ticketCode: string) => void) {
  const { dialog: text } = useText('cinema')
  // Kept until it has succeeded: a repetition after a lost answer is the same request.
  const submission = useRef<string>(undefined)
  const { submit, pending, refusal, clear } = useSubmit(redeemTicket, {
    invalidates: [userInfo, userProfile, cinemaShowtimes, ticketList],
    on: {
      SELLING_FAST: () => ({ message: text.soldOut }),
      NOT_FOUND: () => ({ message: text.gone }),
      CONFLICT: () => ({ message: text.limit(String(TICKETS_PER_SHOWTIME)) }),
    },
    onSuccess: ({ ticketCode }) => {
      submission.current = undefined
      succeeded(ticketCode)
    },
  })
  return {
    redeem: () => void submit({ showtimeId, submissionId: (submission.current ??= newSubmission()) }),
    pending,
    message: refusal?.message,
    clear,
  }
}
