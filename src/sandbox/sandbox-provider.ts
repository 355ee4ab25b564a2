import type { Context } from './context.ts'
import type { Route } from './http.ts'
import type { Delivery, SandboxPayment, Scenario } from './sandbox-model.ts'

/** A page on which a payer decides. */
export interface PayerPage {
  readonly path: string
  /** The parameter of the query that names the payment. */
  readonly parameter: string
  /** The browser returns to the merchant; otherwise it is a phone that has scanned a QR code. */
  readonly returns: boolean
}

/** A provider that the sandbox plays. */
export interface SandboxProvider {
  /** Its API. */
  routes(context: Context): Route[]
  readonly pages: readonly PayerPage[]
  /** What a payer can do on its pages; all that every provider knows if undefined. */
  readonly scenariosOf?: (payment: SandboxPayment) => readonly Scenario[]
  /** The browser comes back with a POST. */
  readonly returnsByPost?: boolean
  /** What its pages call it. */
  nameOf(payment: SandboxPayment): string
  /** The payer has chosen a scenario. */
  decide(context: Context, payment: SandboxPayment): void
  /** Completes a delayed payment. */
  complete(context: Context, payment: SandboxPayment): void
  /** Changes the address that the payer returns to. */
  readonly returnTo?: (url: URL, payment: SandboxPayment) => void
  /** What falls due by itself besides delayed payments. */
  readonly runDue?: (context: Context) => void
  /** Minutes between the attempts of a callback; after the last one it gives up. */
  readonly retryMinutes: readonly number[]
  readonly contentType: string
  /** What signs a callback. A `forged` one is signed wrongly. */
  headers(context: Context, url: string, delivery: Delivery): Record<string, string>
  /** Whether the merchant has taken a callback. */
  isAccepted(status: number, body: string): boolean
}
