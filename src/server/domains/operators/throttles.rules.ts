import type { Rule } from '#server/kit/throttle-rules.ts'

/** CONSOLE.md: wrong passwords and codes of an operator. Address limits hold for each network: twice for a /56, four times for a /48. */
export const OPERATOR_RULES = {
  /** From a browser that this operator has signed in with. */
  operatorDevice: { kind: 'lockout', free: 5, firstSeconds: 60, maxSeconds: 3_600 },
  /** From an unknown browser, by operator and network. */
  operatorNetwork: { kind: 'lockout', free: 5, firstSeconds: 60, maxSeconds: 3_600 },
  /** From all unknown browsers together. */
  operatorUnknown: { kind: 'window', limit: 30, seconds: 86_400 },
  operatorAddress: { kind: 'window', limit: 30, seconds: 600 },
  operatorAddress56: { kind: 'window', limit: 60, seconds: 600 },
  operatorAddress48: { kind: 'window', limit: 120, seconds: 600 },
} as const satisfies Record<string, Rule>
