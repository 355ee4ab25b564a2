import { createFavorite } from '#contract/library.ts'
import { setFavoriteOverride } from '#web/viewer/cards/favorite-overrides.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { navigationBridge } from '#web/kit/navigation-bridge.ts'
import type { PendingAction } from '#web/viewer/session/pending-action.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { loadText } from '#web/kit/text.ts'

export async function resumeFavorite(action: Extract<PendingAction, { kind: 'favorite' }>): Promise<void> {
  const { programId, programGuid } = action
  const [answer, text] = await Promise.all([call(createFavorite, { programId, programGuid }), loadText('loginPrompt')])
  if (answer.result === 'SUCCESS') {
    // An answer that is still under way does not know it yet.
    setFavoriteOverride(programId, true)
    navigationBridge().refreshAnswers()
  }
  showToast({ text: answer.result === 'SUCCESS' ? text.favoriteAdded : answer.message })
}
