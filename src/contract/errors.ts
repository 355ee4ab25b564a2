import * as z from 'zod/mini'
import { type ErrorCode, ERRORS } from './error-codes.ts'
import type { OperatorProblem } from './operator-problems.ts'

export type BindingObstacle = 'partner' | 'plan' | 'agreement' | 'payment' | 'credits'

export interface ErrorParams {
  readonly retryAfter?: number | undefined
  readonly max?: number | undefined
  /**
   * `redeem` a code being redeemed · `telecom` one that a telecom member may not redeem · `seats` all taken · `submitted` the sender's
   * limit of a form · `terms` changed meanwhile · `operator` of the console · `preview` of an operator.
   */
  readonly of?:
    | 'password'
    | 'redeem'
    | 'telecom'
    | 'seats'
    | 'cinema'
    | 'campaign'
    | 'submitted'
    | 'terms'
    | 'operator'
    | 'preview'
    | BindingObstacle
    | undefined
  readonly problem?: OperatorProblem | undefined
}

type Carried = {
  [C in ErrorCode]: (typeof ERRORS)[C] extends { carries: infer S extends z.ZodMiniType } ? Readonly<z.output<S>> : {}
}
type CarriedName = { [C in ErrorCode]: keyof Carried[C] }[ErrorCode]
type CarriedValue<N extends PropertyKey> = {
  [C in ErrorCode]: N extends keyof Carried[C] ? Carried[C][N] : never
}[ErrorCode]

export type ErrorDetails<C extends ErrorCode = ErrorCode> = { [K in ErrorCode]: Carried[K] & ErrorParams }[C]
export type AnyErrorDetails = { readonly [N in CarriedName]?: CarriedValue<N> | undefined } & ErrorParams

export type Refusal = {
  [C in ErrorCode]: { readonly result: 'FAILED'; readonly errorCode: (typeof ERRORS)[C]['wireCode'] } & {
    readonly message: string
  } & Carried[C] & { readonly [N in Exclude<CarriedName, keyof Carried[C]>]?: undefined }
}[ErrorCode]

/** Thrown by domains, turned into an envelope by the wire. */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C
  readonly details: AnyErrorDetails

  constructor(code: C, ...[details]: {} extends ErrorDetails<C> ? [ErrorDetails<C>?] : [ErrorDetails<C>]) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.details = details ?? {}
  }
}
