/**
 * Webhooks: callbacks that providers send to `/hooks/{provider}`. Verifies, stores, acknowledges, then processes each event once.
 * Owns the table webhook_event. Does not interpret events: the domain that registers the provider's handler does.
 */
export { countOpen, requeueFailed } from './webhooks.repo.ts'
export { createWebhooks, type Webhooks, type WebhooksDeps } from './webhooks.service.ts'
export type { Acknowledgement, Verification, WebhookEndpoint, WebhookProvider, WebhookRequest } from './ports.ts'
