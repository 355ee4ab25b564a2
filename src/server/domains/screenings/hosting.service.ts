import { screeningStatus } from './screenings.rules.ts'
import { AppError } from '#contract/errors.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import type { Screening } from './screenings-model.ts'
import { lockScreening, updateScreening } from './screenings.repo.ts'
import { removeSeat } from './seats.repo.ts'
import type { MemberViewer } from '../viewer.ts'
import { notifyRoom } from './rooms.repo.ts'
import type { ScreeningParts } from './slots.service.ts'

export function createScreeningHosting({ db, clock, links }: Pick<ScreeningParts, 'db' | 'clock' | 'links'>) {
  return { invite, remove }

  /** `renew`: the former link ends. @throws NOT_FOUND unless the member is its host and it has not ended */
  async function invite(viewer: MemberViewer, { screeningId, renew }: { screeningId: string; renew: boolean }) {
    return inTransaction(db, async (tx) => {
      const screening = await requireHost(tx, viewer, screeningId)
      const secret = renew ? await renewLink(tx, screening) : links.secretOf(screeningId, screening.linkVersion)
      return { secret, endsAt: screening.endsAt }
    })
  }

  async function renewLink(tx: Db, { screeningId, linkVersion }: Screening): Promise<string> {
    const version = linkVersion + 1
    await updateScreening(tx, screeningId, links.stored(screeningId, version))
    return links.secretOf(screeningId, version)
  }

  async function requireHost(tx: Db, { accountId }: MemberViewer, screeningId: string): Promise<Screening> {
    const screening = await lockScreening(tx, { screeningId })
    const isHost = screening?.state === 'valid' && screening.accountId === accountId
    if (!isHost || screeningStatus(screening, clock.now()) === 'ended') throw new AppError('NOT_FOUND')
    return screening
  }

  /** @returns the secret of the new link @throws NOT_FOUND */
  async function remove(viewer: MemberViewer, { screeningId, seatId }: { screeningId: string; seatId: string }) {
    return inTransaction(db, async (tx) => {
      const screening = await requireHost(tx, viewer, screeningId)
      if (!(await removeSeat(tx, { screeningId, seatId, at: clock.now() }))) throw new AppError('NOT_FOUND')
      await notifyRoom(tx, screeningId)
      return renewLink(tx, screening)
    })
  }
}
