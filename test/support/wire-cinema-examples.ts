import { giveCredits } from './ledger.ts'
import { FIXTURE_SHOWTIME, setTelecomPartner } from './wire-cinema.ts'
import type { Example } from './wire-example.ts'

let serial = 0

/** Inputs of the cinema's calls that succeed. */
export const CINEMA_EXAMPLES: Readonly<Record<string, Example>> = {
  '/api_v2/cinema/redeemTicket': async (world, { accountId }) => {
    await setTelecomPartner(world.db, accountId)
    await giveCredits(world, accountId, 1, { bucket: 'ticket' })
    // A seat for each request, of more than an account may have: the former ones are another's.
    await world.db.updateTable('cinema_ticket').set({ account_id: null }).where('account_id', '=', accountId).execute()
    return { showtimeId: FIXTURE_SHOWTIME, submissionId: `example-${serial++}` }
  },
}
