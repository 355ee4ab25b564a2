import type { Failure } from '../engine/failure.rules.ts'

/** What a viewer can do about a refused order. */
export type PlayGateKind = 'login' | 'parental'

const GATES: Readonly<Record<string, PlayGateKind>> = { LOGIN_REQUIRED: 'login', PARENTAL_CODE_REQUIRED: 'parental' }

/** The gate that a refusal asks for; none for a failure. */
export const gateOf = ({ kind, code }: Failure): PlayGateKind | undefined =>
  kind === 'refused' ? GATES[code] : undefined
