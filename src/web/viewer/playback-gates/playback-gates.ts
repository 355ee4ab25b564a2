import type { Program, ProgramCard } from '#contract/programs.ts'
import { createDialogRequests } from '#web/kit/dialog-request.ts'
import { currentLocation } from '#web/kit/router.tsx'
import { storage } from '#web/kit/storage.ts'
import { parentalGate, requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { discardPendingAction, loginPrompt, requestLogin } from '#web/viewer/session/pending-action.ts'
import { readSession } from '#web/viewer/session/session.ts'
import type { PlayFacts, PlayGate } from './play-flow.rules.ts'

const KEY = 'harbour.warningsRead'

const readIds = (): string[] => (storage.session.get(KEY) ?? '').split(',').filter(Boolean)

/** A warning is shown before the first play of a session only (PRODUCT 8). */
export const isWarningAccepted = (programId: string): boolean => readIds().includes(programId)

export function acceptWarning(programId: string): void {
  if (!isWarningAccepted(programId)) storage.session.set(KEY, [...readIds(), programId].join(','))
}

export type GatedTitle = Pick<ProgramCard, 'programId'> & Partial<Pick<Program, 'access' | 'warning'>>

export const warningGate = createDialogRequests<{ warning: string }>()

export const purchaseGate = createDialogRequests<{ programId: string }>()

export const factsOf = ({ programId, access, warning = '' }: GatedTitle): PlayFacts => ({
  access,
  isMember: readSession().token !== undefined,
  isUnlocked: false,
  warning,
  isWarningAccepted: isWarningAccepted(programId),
  order: 'unplaced',
})

/** `left`: browser Back closed the dialog and has left the page already. */
export type GateAnswer = 'passed' | 'refused' | 'left'

/** A visitor logs in on another screen: the answer is `refused`, and `to` opens after the login. */
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

export function closeGates(): void {
  warningGate.close()
  purchaseGate.close()
  parentalGate.close()
  if (!loginPrompt.isOpen()) return
  discardPendingAction()
  loginPrompt.close()
}
