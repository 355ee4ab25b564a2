import { inTransaction } from '#server/kit/db.ts'
import { KEPT_DAYS } from '#contract/validity.ts'
import type { CodesDeps } from './codes-deps.ts'
import { lockCode } from './codes.repo.ts'
import { stateOf } from './codes.rules.ts'
import { bookCard } from './gift-card-bookings.service.ts'
import { closeCard, eraseUnpaid, findLapsed, type PaidCard } from './gift-cards.repo.ts'

const BATCH = 100

/** Books gift cards that nobody redeemed before they expired. They cannot be redeemed from that instant: this does not decide it. */
export function createLapses({ db, clock }: Pick<CodesDeps, 'db' | 'clock'>) {
  return { lapseDue, eraseOldRecipients }

  /** An order that was not paid in this time never is. */
  function eraseOldRecipients(): Promise<void> {
    return eraseUnpaid(db, clock.now().subtract({ hours: KEPT_DAYS.unpaidOrders * 24 }))
  }

  async function lapseDue(): Promise<void> {
    for (;;) {
      const due = await findLapsed(db, { now: clock.now(), limit: BATCH })
      for (const card of due) await lapse(card)
      if (due.length < BATCH) return
    }
  }

  async function lapse({ codeId }: PaidCard): Promise<void> {
    await inTransaction(db, async (tx) => {
      const code = await lockCode(tx, { codeId })
      const at = clock.now()
      if (!code || stateOf(code, at) !== 'expired') return
      const card = await closeCard(tx, { codeId, at })
      if (card) await bookCard(tx, card, { step: 'lapsed', from: 'deferred_gift_cards', to: 'breakage', at })
    })
  }
}
