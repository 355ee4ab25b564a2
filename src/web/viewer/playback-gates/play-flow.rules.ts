import { PURCHASE_REQUIRED } from '#contract/playback.ts'
import type { Access, ProgramCard } from '#contract/programs.ts'

export type PlayGate = 'login' | 'parentalCode' | 'warning' | 'buy'

/** The gates come in the order of SCREENS "Play". `order`: only the order's answer is missing. */
export type PlayStep = PlayGate | 'order' | 'ready' | 'refused'

/** `refused` is the error code. */
export type OrderState = 'unplaced' | 'pending' | 'playable' | { readonly refused: string }

export interface PlayFacts {
  /** Undefined while only a card of the title is known. */
  readonly access: Access | undefined
  readonly isMember: boolean
  readonly isUnlocked: boolean
  readonly warning: string
  readonly isWarningAccepted: boolean
  /** Credits or the plan are missing: the way to them comes before the warning. */
  readonly isShort?: boolean | undefined
  readonly order: OrderState
}

const REFUSAL_GATES: Readonly<Record<string, PlayGate>> = {
  LOGIN_REQUIRED: 'login',
  PARENTAL_CODE_REQUIRED: 'parentalCode',
  [PURCHASE_REQUIRED]: 'buy',
  INSUFFICIENT_CREDITS: 'buy',
  PLAN_REQUIRED: 'buy',
}

/** The order's answer outranks the access decision, which may be older. */
export function playStep(facts: PlayFacts): PlayStep {
  const { order } = facts
  if (typeof order === 'object') {
    const gate = REFUSAL_GATES[order.refused] ?? 'refused'
    return order.refused === PURCHASE_REQUIRED ? afterWarning(gate, facts) : gate
  }
  const blocked = order === 'playable' ? undefined : stepOfAccess(facts)
  if (blocked) return order === 'pending' ? 'order' : blocked
  const isOnSale = order === 'unplaced' && facts.access === 'buy'
  if (isOnSale && facts.isShort) return 'buy'
  if (!isWarningSettled(facts)) return 'warning'
  if (order === 'playable') return 'ready'
  return isOnSale ? 'buy' : 'order'
}

/** The warning of a title is read before it is bought. */
const afterWarning = (step: PlayStep, facts: PlayFacts): PlayStep =>
  step === 'buy' && !isWarningSettled(facts) ? 'warning' : step

export const isWarningSettled = ({ warning, isWarningAccepted }: PlayFacts): boolean =>
  warning === '' || isWarningAccepted

export function passGate(facts: PlayFacts, gate: PlayGate): PlayFacts {
  if (gate === 'login') return { ...facts, isMember: true }
  if (gate === 'parentalCode') return { ...facts, isUnlocked: true }
  if (gate === 'buy') return { ...facts, access: 'play' }
  return { ...facts, isWarningAccepted: true }
}

export async function passGates(facts: PlayFacts, open: (gate: PlayGate) => Promise<boolean>): Promise<boolean> {
  const step = playStep(facts)
  if (step === 'order' || step === 'ready') return true
  if (step === 'refused' || !(await open(step))) return false
  return passGates(passGate(facts, step), open)
}

/** Free, encoded, not Class III; other titles open their details first. */
export const isPlayableByCard = ({
  vodType,
  preparing,
  restriction,
}: Pick<ProgramCard, 'vodType' | 'preparing' | 'restriction'>): boolean =>
  vodType === 'FREE TO WATCH' && !preparing && restriction !== 'III'

function stepOfAccess({ access, isMember, isUnlocked }: PlayFacts): PlayStep | undefined {
  if (access === 'login' && !isMember) return 'login'
  if (access === 'parental' && !isUnlocked) return 'parentalCode'
  return access === 'deny' ? 'refused' : undefined
}
