import type { CodesDeps } from './codes-deps.ts'
import { lockCode } from './codes.repo.ts'
import { stateOf } from './codes.rules.ts'
import { bookCard } from './gift-card-bookings.service.ts'
import { closeCard, findCard, findLapsed, type PaidCard } from './gift-cards.repo.ts'

const BATCH = 100

/** Books gift cards that nobody redeemed before they expired. They cannot be redeemed from that instant: this does not decide it. */
export function createLapses({ db, clock, ledger }: Pick<CodesDeps, 'db' | 'clock' | 'ledger'>) {
  return { lapseDue }

  async function lapseDue(): Promise<void> {
    for (;;) {
      const due = await findLapsed(db, { now: clock.now(), limit: BATCH })
      for (const card of due) await lapse(card)
      if (due.length < BATCH) return
    }
  }

  async function lapse({ orderId, codeId }: PaidCard): Promise<void> {
    await ledger.transaction(async (tx) => {
      const at = clock.now()
      const code = await lockCode(tx, { codeId })
      const card = await findCard(tx, orderId)
      if (!code || !card || card.closedAt || stateOf(code, at) !== 'expired') return
      await closeCard(tx, { codeId, at })
      await bookCard(tx, card, { step: 'lapsed', from: 'deferred_gift_cards', to: 'breakage', at })
    })
  }
}
