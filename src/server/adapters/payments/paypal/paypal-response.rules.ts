import type { PaypalResponse } from './paypal-client.ts'

export const LOCALE = { zh_HK: 'zh-HK', en_US: 'en-US' } as const

/** Responses that say nothing about the request itself: credentials, rate limits, faults of PayPal. */
export const isTransient = (status: number): boolean =>
  status === 401 || status === 408 || status === 429 || status >= 500

export const issueOf = (response: PaypalResponse): string | undefined => response?.body.details?.[0]?.issue

export const reasonOf = (response: PaypalResponse): string =>
  response
    ? `PayPal: HTTP ${response.status} ${issueOf(response) ?? response.body.name ?? ''}`.trim()
    : 'PayPal: no answer'
