/** A callback received over HTTP. */
export interface WebhookRequest {
  /** The full URL that the provider called, with its query: some providers sign it. */
  readonly url: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The IP address of the caller, for limits. */
  readonly address: string
  /** The raw bytes, which signatures cover. */
  readonly body: Buffer
}

/**
 * The result of a signature check.
 * - `verified`: stored under the provider's event id.
 * - `unsigned`: the provider signs nothing. It is not stored: it triggers a status query and nothing else.
 * - `ignored`: genuine but irrelevant; acknowledged and not stored.
 * - `forged`: no signature, or a wrong one.
 * - `unavailable`: cannot be verified now (a certificate cannot be fetched); the provider should resend it.
 */
export type Verification =
  | { readonly outcome: 'verified'; readonly dedupKey: string }
  | { readonly outcome: 'unsigned' | 'ignored' | 'forged' | 'unavailable' }

/** The response that a provider expects for an accepted callback. */
export interface Acknowledgement {
  readonly status: number
  readonly contentType?: string
  readonly body?: string
}

/** A provider that sends callbacks. */
export interface WebhookProvider {
  /** The last segment of `/hooks/{name}`. */
  readonly name: string
  readonly acknowledgement: Acknowledgement
  verify(request: WebhookRequest): Verification | Promise<Verification>
}

/** A provider and the handler of its events. */
export interface WebhookEndpoint {
  readonly provider: WebhookProvider
  /**
   * Processes the raw body of one event. Must be idempotent: an event is repeated after a crash. Rejects to request a retry. The
   * signal is aborted when the time limit is reached; the event is then repeated.
   */
  readonly process: (event: { body: Buffer; receivedAt: Temporal.Instant; signal: AbortSignal }) => Promise<unknown>
  /** An unsigned callback. It triggers a status query and nothing else. */
  readonly processUnsigned?: (body: Buffer) => Promise<unknown>
}
