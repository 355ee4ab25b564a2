export interface WebhookRequest {
  /** With its query, which some providers sign. */
  readonly url: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly address: string
  readonly body: Buffer
}

/**
 * - `verified`: stored under the provider's event id.
 * - `unsigned`: the provider signs nothing: not stored, it only triggers a query.
 * - `ignored`: genuine but irrelevant; acknowledged and not stored.
 * - `forged`: no signature, or a wrong one.
 * - `unavailable`: not verifiable now (a certificate cannot be fetched); the provider should resend it.
 */
export type Verification =
  | { readonly outcome: 'verified'; readonly dedupKey: string }
  | { readonly outcome: 'unsigned' | 'ignored' | 'forged' | 'unavailable' }

export interface Acknowledgement {
  readonly status: number
  readonly contentType?: string
  readonly body?: string
}

export interface WebhookProvider {
  /** The last segment of `/hooks/{name}`. */
  readonly name: string
  readonly acknowledgement: Acknowledgement
  /** `now` is real time, for a signature that carries a time: the injected clock moves in tests, the provider's does not. */
  verify(request: WebhookRequest, now: Temporal.Instant): Verification | Promise<Verification>
}

export interface WebhookEndpoint {
  readonly provider: WebhookProvider
  /** Must be idempotent: an event is repeated after a crash. Rejects to request a retry. The signal is aborted at the time limit. */
  readonly process: (event: { body: Buffer; receivedAt: Temporal.Instant; signal: AbortSignal }) => Promise<unknown>
  /** It triggers a status query and nothing else. */
  readonly processUnsigned?: (body: Buffer) => Promise<unknown>
}
