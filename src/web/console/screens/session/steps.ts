/** Of setting up how an operator signs in. */
export const STEPS = ['password', 'scan', 'code', 'keep'] as const
export type Step = (typeof STEPS)[number]

export interface Invitation {
  readonly token: string
  readonly email: string
  readonly otpauthUri: string
}
