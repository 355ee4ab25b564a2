import { GRANT_HOURS } from '#contract/orders.ts'
import type { MediaDeps } from './media-deps.ts'
import { assetsReplacedBefore, deleteReplaced } from './media.repo.ts'
import { prefixesOf } from './publish.ts'

/**
 * Removes the files and rows of assets that were replaced longer ago than any grant lasts, so that every stream that was
 * running then has ended. Files go first: what is interrupted is found again.
 */
export async function removeReplaced({ db, clock, store, log }: Pick<MediaDeps, 'db' | 'clock' | 'store' | 'log'>) {
  // An hour more, for a grant that was being given and for clocks that differ.
  const before = clock.now().subtract({ hours: GRANT_HOURS + 1 })
  for (const assetId of await assetsReplacedBefore(db, before)) {
    for (const prefix of prefixesOf(assetId)) await store.remove(prefix)
    await deleteReplaced(db, assetId)
    log.info({ assetId }, 'replaced asset removed')
  }
}
