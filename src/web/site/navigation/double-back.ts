import { showToast } from '#web/kit/toast-store.ts'
import { loadText } from '#web/kit/text.ts'
import { onBack } from './double-back.rules.ts'
import { appBridge } from '../boot/embed.ts'

/** Marks the history entry below the first page: Back arrives there. */
const EDGE = 'harbourEdge'

/** SPEC 9: in the app the first Back only warns; the extra history entry has the same address, so nothing visible changes. */
export async function guardExit(): Promise<void> {
  const { backAgain } = await loadText('loginPrompt')
  let warnedAt: number | undefined
  const entry: unknown = history.state
  if (!isEdge(entry)) {
    history.replaceState({ ...(entry as object | null), [EDGE]: true }, '')
    history.pushState(entry, '')
  }
  addEventListener('popstate', ({ state }) => {
    if (!isEdge(state)) return
    const now = performance.now()
    if (onBack(warnedAt, now) === 'leave') {
      leave()
      return
    }
    warnedAt = now
    history.pushState({ ...(state as object), [EDGE]: undefined }, '')
    showToast({ text: backAgain })
  })
}

function leave() {
  const bridge = appBridge()
  if (bridge?.exit) bridge.exit()
  else history.back()
}

const isEdge = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && EDGE in state && state[EDGE] === true
