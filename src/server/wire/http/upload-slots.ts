import { AppError } from '#contract/errors.ts'
import { createClientHolds, networkShares } from '#server/kit/fairness.ts'

/**
 * Uploads under way and their bytes: of one member, or the visitors of one address (its /56 twice, its /48 four times), and in all.
 * Visitors together, and the members of one address or /48, have half of all at most.
 */
export const UPLOADS_MAX = { ofOne: 3, inAll: 40, bytesOfOne: 100_000_000, bytesInAll: 1_000_000_000 } as const
const RETRY_SECONDS = 5

export interface Uploader {
  readonly address: string
  readonly accountId: string | undefined
}

export interface UploadSlots {
  /**
   * For at most `bytes`. A single upload always gets a slot.
   * @returns the function that frees it
   * @throws AppError TOO_MANY_TRIES for the member or address, UNAVAILABLE when all slots are taken
   */
  take(uploader: Uploader, bytes: number): () => void
}

type Usage = { uploads: number; bytes: number }

interface Group {
  readonly key: string
  readonly max: Usage
  readonly code: 'TOO_MANY_TRIES' | 'UNAVAILABLE'
}

const one = (factor: number): Usage => ({
  uploads: UPLOADS_MAX.ofOne * factor,
  bytes: UPLOADS_MAX.bytesOfOne * factor,
})
const all = (factor: number): Usage => ({
  uploads: UPLOADS_MAX.inAll * factor,
  bytes: UPLOADS_MAX.bytesInAll * factor,
})

const ALL: Group = { key: 'all', max: all(1), code: 'UNAVAILABLE' }
const VISITORS: Group = { key: 'visitors', max: all(0.5), code: 'UNAVAILABLE' }

function groupsOf({ address, accountId }: Uploader): readonly Group[] {
  const networks = networkShares(address)
  if (accountId === undefined) {
    const own = networks.map(({ key, factor }) => ({ key, max: one(factor ?? 1), code: 'TOO_MANY_TRIES' }) as const)
    return [...own, VISITORS, ALL]
  }
  const widest = networks.at(-1)?.key ?? address
  return [
    { key: `account ${accountId}`, max: one(1), code: 'TOO_MANY_TRIES' },
    { key: `members ${widest}`, max: all(0.5), code: 'TOO_MANY_TRIES' },
    ALL,
  ]
}

export function createUploadSlots(): UploadSlots {
  const [uploads, sizes] = [createClientHolds(), createClientHolds()]
  return {
    take(uploader, bytes) {
      const groups = groupsOf(uploader)
      for (const { key, max, code } of groups) {
        const underWay = uploads.heldBy([{ key }])
        if (underWay >= max.uploads || (underWay > 0 && sizes.heldBy([{ key }]) + bytes > max.bytes))
          throw new AppError(code, { retryAfter: RETRY_SECONDS })
      }
      const [freeUpload, freeBytes] = [uploads.take(groups), sizes.take(groups, bytes)]
      return () => {
        freeUpload()
        freeBytes()
      }
    },
  }
}
