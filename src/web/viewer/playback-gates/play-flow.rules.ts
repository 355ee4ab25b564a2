import { PURCHASE_REQUIRED } from '#contract/playback-reports.ts'
import type { Access, ProgramCard } from '#contract/programs.ts'

/** A gate that the viewer passes in a dialog. */
export type PlayGate = 'login' | 'parentalCode' | 'warning' | 'buy'

/**
 * Where an attempt to play a title stands. The gates come in the order of SCREENS "Play": login, parental code, warning, buying.
 * `order`: only the order's answer is missing. `ready`: the title may play. `refused`: it cannot be played.
 */
export type PlayStep = PlayGate | 'order' | 'ready' | 'refused'

/** The order is placed by the player, which opens at the step `order` or by a link to it. `refused` is the error code. */
export type OrderState = 'unplaced' | 'pending' | 'playable' | { readonly refused: string }

/** Everything that decides the next step. */
export interface PlayFacts {
  /** The server's access decision; undefined while only a card of the title is known. */
  readonly access: Access | undefined
  readonly isMember: boolean
  /** The parental code was accepted during this attempt. */
  readonly isUnlocked: boolean
  /** The content warning; empty without one, and while only a card of the title is known. */
  readonly warning: string
  readonly isWarningAccepted: boolean
  readonly order: OrderState
}

/** Refusals of an order that the viewer can do something about. */
const REFUSAL_GATES: Readonly<Record<string, PlayGate>> = {
  LOGIN_REQUIRED: 'login',
  PARENTAL_CODE_REQUIRED: 'parentalCode',
  [PURCHASE_REQUIRED]: 'buy',
  INSUFFICIENT_CREDITS: 'buy',
  PLAN_REQUIRED: 'buy',
}

/** The next step. The order's answer outranks the access decision, which may be older than it. */
export function playStep(facts: PlayFacts): PlayStep {
  const { order } = facts
  if (typeof order === 'object') return afterWarning(REFUSAL_GATES[order.refused] ?? 'refused', facts)
  const blocked = order === 'playable' ? undefined : stepOfAccess(facts)
  // Its answer will say the same, or that the access decision is out of date.
  if (blocked) return order === 'pending' ? 'order' : blocked
  if (!isWarningSettled(facts)) return 'warning'
  if (order === 'playable') return 'ready'
  return order === 'unplaced' && facts.access === 'buy' ? 'buy' : 'order'
}

/** Nobody buys a title without having read its warning. */
const afterWarning = (step: PlayStep, facts: PlayFacts): PlayStep =>
  step === 'buy' && !isWarningSettled(facts) ? 'warning' : step

/** True without a warning, and once the viewer has accepted it. Nothing is shown of a title before. */
export const isWarningSettled = ({ warning, isWarningAccepted }: PlayFacts): boolean =>
  warning === '' || isWarningAccepted

/** The facts after a gate was passed. */
export function passGate(facts: PlayFacts, gate: PlayGate): PlayFacts {
  if (gate === 'login') return { ...facts, isMember: true }
  if (gate === 'parentalCode') return { ...facts, isUnlocked: true }
  if (gate === 'buy') return { ...facts, access: 'play' }
  return { ...facts, isWarningAccepted: true }
}

/**
 * Opens one gate after another. `open` shows a gate and answers whether it was passed. Resolves to true when the player may
 * open, to false when a gate was closed or the title cannot be played.
 */
export async function passGates(facts: PlayFacts, open: (gate: PlayGate) => Promise<boolean>): Promise<boolean> {
  const step = playStep(facts)
  if (step === 'order' || step === 'ready') return true
  if (step === 'refused' || !(await open(step))) return false
  return passGates(passGate(facts, step), open)
}

/** Whether a card alone says enough to offer play: free, encoded, not Class III. Other titles open their details first. */
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
