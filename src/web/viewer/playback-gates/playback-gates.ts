import type { Program, ProgramCard } from '#contract/programs.ts'
import { createDialogRequests } from '#web/kit/dialog-request.ts'
import { currentLocation } from '#web/kit/router.tsx'
import { storage } from '#web/kit/storage.ts'
import { parentalGate, requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { discardPendingAction, loginPrompt, requestLogin } from '#web/viewer/session/pending-action.ts'
import { readSession } from '#web/viewer/session/session.ts'
import type { PlayFacts, PlayGate } from './play-flow.rules.ts'

/** `title:time`, joined by commas. */
const KEY = 'harbour.warningsRead'
/** An evening: a title that is rented, topped up for or resumed is not asked about again (PRODUCT 8). */
const EVENING_MS = 12 * 3_600_000

function readAccepted(): [programId: string, atMs: number][] {
  const entries = (storage.local.get(KEY) ?? '').split(',').map((entry) => entry.split(':'))
  const accepted = entries.map(([programId = '', at]): [string, number] => [programId, Number(at)])
  return accepted.filter(([, at]) => Date.now() - at < EVENING_MS)
}

/** Earlier releases kept them in the tab, without a time. */
const acceptedInTab = (): string[] => (storage.session.get(KEY) ?? '').split(',')

export const isWarningAccepted = (programId: string): boolean =>
  readAccepted().some(([id]) => id === programId) || acceptedInTab().includes(programId)

export function acceptWarning(programId: string): void {
  if (isWarningAccepted(programId)) return
  const accepted = [...readAccepted(), [programId, Date.now()]]
  storage.local.set(KEY, accepted.map((entry) => entry.join(':')).join(','))
}

export type GatedTitle = Pick<ProgramCard, 'programId'> & Partial<Pick<Program, 'access' | 'warning' | 'title'>>

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
  { programId, title, warning = '' }: GatedTitle,
  to: string,
): Promise<GateAnswer> {
  if (gate === 'login') {
    const { pathname, search } = currentLocation()
    requestLogin({ kind: 'play', to, title }, `${pathname}${search}`)
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
