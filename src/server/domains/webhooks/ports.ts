/** A callback as it arrived over HTTP. */
export interface WebhookRequest {
  /** The full URL that the provider was given, query included: some providers sign it. */
  readonly url: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The raw bytes: signatures cover them, not what a parser made of them. */
  readonly body: Buffer
}

/**
 * What the check of a callback's signature found.
 * - `verified`: to be stored under the provider's own identity of the event.
 * - `ignored`: genuine, but of no interest; it is acknowledged and not stored.
 * - `forged`: no signature, or a wrong one.
 * - `unavailable`: it cannot be checked now (a certificate cannot be fetched); the provider is to send it again.
 */
export type Verification =
  | { readonly outcome: 'verified'; readonly dedupKey: string }
  | { readonly outcome: 'ignored' | 'forged' | 'unavailable' }

/** What a provider expects as the answer to a callback that was accepted. */
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

/** A provider with what happens to its events. */
export interface WebhookEndpoint {
  readonly provider: WebhookProvider
  /** Processes the raw body of one event. Idempotent: after a crash the event comes again. Rejects to have it repeated. */
  readonly process: (event: { body: Buffer; receivedAt: Temporal.Instant }) => Promise<unknown>
}
