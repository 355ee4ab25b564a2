import * as endpoints from '#contract/private-cinema.ts'
import type { ShownScreening } from '#server/domains/screenings/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import { bind } from '../bind.ts'
import { toQuote, toScreening, toSlot } from './private-cinema.presenter.ts'

/** The private cinema: what is on sale, and members' screenings. */
export const privateCinema = bind(endpoints, ({ screenings, payments, cards: { imageUrl } }) => {
  const shown = (viewer: MemberViewer, screening: ShownScreening) => {
    const isHost = screening.accountId === viewer.accountId
    const guestSecret = isHost ? screenings.guestSecret(screening) : undefined
    return toScreening(screening, { language: viewer.language, imageUrl, guestSecret })
  }

  return {
    privateCinemaList: async (viewer) => {
      const reading = { language: viewer.language, imageUrl }
      const list = await screenings.slots(viewer)
      return { list: list.map((slot) => toSlot(slot, payments.kindsFor(slot.amountCents), reading)) }
    },

    privateCinemaQuote: async (viewer, { slotId }) => toQuote(await screenings.quote(viewer, slotId)),

    privateCinemaCreate: async (viewer, { startsAt, ...request }) => {
      const bought = await screenings.purchase(viewer, { ...request, startsAt: Temporal.Instant.from(startsAt) })
      const { screeningId, charged, unit } = bought
      return { screening: shown(viewer, await screenings.find(screeningId)), charged, unit }
    },

    obtainPersonalCinema: async (viewer) => {
      const list = await screenings.ofAccount(viewer.accountId)
      return { list: list.map((screening) => shown(viewer, screening)) }
    },
  }
})
