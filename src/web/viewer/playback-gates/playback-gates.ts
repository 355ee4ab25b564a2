import type { ProgramCard, Program } from '#contract/programs.ts'
import { createDialogRequests } from '#web/kit/dialog-request.ts'
import { currentLocation } from '#web/kit/router.tsx'
import { parentalGate, requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { discardPendingAction, loginPrompt, requestLogin } from '#web/viewer/session/pending-action.ts'
import { readSession } from '#web/viewer/session/session.ts'
import { acceptWarning, isWarningAccepted } from './accepted-warnings.ts'
import type { PlayFacts, PlayGate } from './play-flow.rules.ts'

/** A title as far as its gates need it; of a card neither access nor warning is known. */
export type GatedTitle = Pick<ProgramCard, 'programId'> & Partial<Pick<Program, 'access' | 'warning'>>

/** The content warning dialog, as its host sees it. */
export const warningGate = createDialogRequests<{ warning: string }>()

/** The dialog in which a title is bought, as its host sees it. */
export const purchaseGate = createDialogRequests<{ programId: string }>()

/** What is known before the player opens. */
export const factsOf = ({ programId, access, warning = '' }: GatedTitle): PlayFacts => ({
  access,
  isMember: readSession().token !== undefined,
  isUnlocked: false,
  warning,
  isWarningAccepted: isWarningAccepted(programId),
  order: 'unplaced',
})

/** How a gate was answered. `left`: browser Back (or Forward) closed its dialog and has left the page already. */
export type GateAnswer = 'passed' | 'refused' | 'left'

/**
 * Shows the dialog of a gate over the page; resolves to its answer. A visitor logs in on another screen: the answer is then
 * `refused`, and `to` (a link to the player) opens after the login.
 */
export async function openGate(
  gate: PlayGate,
  { programId, warning = '' }: GatedTitle,
  to: string,
): Promise<GateAnswer> {
  if (gate === 'login') {
    const { pathname, search } = currentLocation()
    requestLogin({ kind: 'play', to }, `${pathname}${search}`)
    return 'refused'
  }
  let isLeft = false
  // Back leaves the page that the dialog belongs to.
  const leave = () => {
    isLeft = true
    closeGates()
  }
  addEventListener('popstate', leave)
  const isPassed = await openDialog(gate, { programId, warning })
  removeEventListener('popstate', leave)
  if (isPassed && gate === 'warning') acceptWarning(programId)
  if (isPassed) return 'passed'
  return isLeft ? 'left' : 'refused'
}

function openDialog(gate: Exclude<PlayGate, 'login'>, { programId, warning = '' }: GatedTitle): Promise<boolean> {
  if (gate === 'warning') return warningGate.open({ warning })
  return gate === 'buy' ? purchaseGate.open({ programId }) : requestParentalCode({ purpose: 'watch' })
}

/** Closes what `openGate` has opened, after the title was left. A login that has started goes on. */
export function closeGates(): void {
  warningGate.close()
  purchaseGate.close()
  parentalGate.close()
  if (!loginPrompt.isOpen()) return
  discardPendingAction()
  loginPrompt.close()
}
