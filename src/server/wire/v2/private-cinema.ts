import * as endpoints from '#contract/private-cinema.ts'
import type { ShownScreening } from '#server/domains/screenings/index.ts'
import { AppError } from '#contract/errors.ts'
import type { Viewer } from '#server/domains/viewer.ts'
import { bind } from '../bind.ts'
import { wireInstant } from '../instants.ts'
import { toPlayableResponse } from './playback.presenter.ts'
import { toRunningStreams } from './streams.presenter.ts'
import { guestUrl, toInvitation, toPeople, toQuote, toScreening, toSlot } from './private-cinema.presenter.ts'

export const privateCinema = bind(endpoints, ({ screenings, payments, playback, cards: { imageUrl } }) => {
  const shown = (viewer: Viewer, screening: ShownScreening) => {
    const isHost = viewer.kind === 'member' && screening.accountId === viewer.accountId
    const guestSecret = isHost ? screenings.guestSecret(screening) : undefined
    return toScreening(screening, { language: viewer.language, imageUrl, guestSecret })
  }

  return {
    privateCinemaList: async (viewer) => {
      const reading = { language: viewer.language, imageUrl }
      const list = await screenings.slots.list(viewer)
      return { list: list.map((slot) => toSlot(slot, payments.kindsFor(slot.amountCents), reading)) }
    },

    privateCinemaQuote: async (viewer, { slotId }) => toQuote(await screenings.purchases.quote(viewer, slotId)),

    privateCinemaCreate: async (viewer, { startsAt, ...request }) => {
      const bought = await screenings.purchases.purchase(viewer, {
        ...request,
        startsAt: Temporal.Instant.from(startsAt),
      })
      const { screeningId, charged, unit } = bought
      return { screening: shown(viewer, await screenings.find(screeningId)), charged, unit }
    },

    obtainPersonalCinema: async (viewer) => {
      const list = await screenings.ofAccount(viewer.accountId)
      return { list: list.map((screening) => shown(viewer, screening)) }
    },

    privateCinemaInvite: async (viewer, request) => {
      const { secret, endsAt } = await screenings.hosting.invite(viewer, request)
      return { guestURL: guestUrl(secret), expiresAt: wireInstant(endsAt) }
    },

    privateCinemaInvitation: async (viewer, { guest }) =>
      toInvitation(await screenings.seats.invitation(viewer, guest), { language: viewer.language, imageUrl }),

    privateCinemaJoin: (viewer, request) => screenings.seats.join(viewer, request),

    privateCinemaRemove: async (viewer, request) => ({
      guestURL: guestUrl(await screenings.hosting.remove(viewer, request)),
    }),

    privateCinemaScreening: async (viewer, request) => {
      const { screeningId, seatId } = await screenings.seats.seatOf(viewer, request)
      const [screening, people] = await Promise.all([
        screenings.find(screeningId),
        screenings.seats.people(screeningId),
      ])
      return { screening: shown(viewer, screening), seatId, people: toPeople(people) }
    },

    checkPlayCinema: async (viewer, { phase, ...request }) => {
      const seat = await screenings.seats.seatOf(viewer, request)
      const screening = await screenings.find(seat.screeningId)
      const { startsAt, endsAt, status, title } = screening
      const window = { startsAt: wireInstant(startsAt), endsAt: wireInstant(endsAt) }
      if (status !== 'open') return { allowed: false, ...window }
      if (seat.accountId === null) {
        const plays = phase === 'start' ? await screenings.countPlay(seat.seatId) : seat.plays
        const fact = { programId: title.programId, startsAt, endsAt }
        const answer = await playback.authorization.authorizeSeat(viewer, {
          seatId: seat.seatId,
          plays,
          screening: fact,
        })
        return { allowed: true, ...window, ...toPlayableResponse(answer, viewer.language) }
      }
      const { programId, programGuid } = title
      const answer = await playback.authorization.authorize(viewer, { programId, programGuid, kind: 'movie', phase })
      if (answer.outcome === 'full')
        throw new AppError('STREAM_LIMIT', { streams: toRunningStreams(answer.streams, viewer) })
      // The title's own right has ended meanwhile.
      if (answer.outcome === 'quote') throw new AppError('WINDOW_CLOSED')
      return { allowed: true, ...window, ...toPlayableResponse(answer, viewer.language) }
    },
  }
})
