import { decimalOf } from '#server/kit/decimal-amounts.ts'
import { parseObject, type ProviderResponse, requestProvider } from '#server/kit/provider-request.ts'

export interface PaypalClientOptions {
  readonly clientId: string
  readonly clientSecret: string
  /** `https://api-m.paypal.com`, or `https://api-m.sandbox.paypal.com`. */
  readonly apiBase: string
}

export interface PaypalOptions extends PaypalClientOptions {
  readonly brand: () => string
  readonly sandbox: boolean
}

export interface PaypalRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly requestId?: string
  readonly body?: object
}

export type PaypalResponse = { readonly status: number; readonly body: PaypalBody } | undefined

export type PaypalClient = (request: PaypalRequest) => Promise<PaypalResponse>

export interface PaypalBody {
  readonly id?: string
  readonly status?: string
  readonly state?: string
  readonly links?: readonly { href: string; rel: string }[]
  readonly purchase_units?: readonly PaypalUnit[]
  readonly name?: string
  readonly details?: readonly { issue?: string }[]
}

export interface PaypalUnit {
  readonly custom_id?: string
  readonly payments?: { readonly captures?: readonly PaypalCapture[] }
}

export interface PaypalCapture {
  readonly id: string
  readonly status: string
  readonly amount: PaypalAmount
}

export interface PaypalDispute extends PaypalBody {
  readonly dispute_id?: string
  readonly disputed_transactions?: readonly { readonly seller_transaction_id?: string }[]
  readonly dispute_outcome?: { readonly outcome_code?: string }
  readonly seller_response_due_date?: string
}

/** `value` is decimal: `"88.00"`. */
export interface PaypalAmount {
  readonly currency_code: string
  readonly value: string
}

const RENEWAL_SECONDS = 60

export function createPaypalClient({ clientId, clientSecret, apiBase }: PaypalClientOptions): PaypalClient {
  let token: { value: string; until: number } | undefined
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`

  async function tokenOf(): Promise<string | undefined> {
    if (token && performance.now() < token.until) return token.value
    const response = await requestProvider(`${apiBase}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: basic },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const answer = parseObject<{ access_token: string; expires_in: number }>(response?.text ?? '')
    if (response?.status !== 200 || !answer?.access_token) return undefined
    const seconds = (answer.expires_in ?? 0) - RENEWAL_SECONDS
    token = { value: answer.access_token, until: performance.now() + seconds * 1000 }
    return token.value
  }

  async function send({ method, path, requestId, body }: PaypalRequest): Promise<ProviderResponse | undefined> {
    const bearer = await tokenOf()
    if (bearer === undefined) return undefined
    return requestProvider(apiBase + path, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
        ...(requestId !== undefined && { 'paypal-request-id': requestId }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  }

  return async (request) => {
    let response = await send(request)
    if (response?.status === 401) {
      token = undefined
      response = await send(request)
    }
    return response && { status: response.status, body: parseObject<PaypalBody>(response.text) ?? {} }
  }
}

export const LOCALE = { zh_HK: 'zh-HK', en_US: 'en-US' } as const

/** About credentials, rate limits, an earlier request that is still under way (409) or faults of PayPal, not about the request. */
export const isTransient = (status: number): boolean => [401, 408, 409, 429].includes(status) || status >= 500

export const issueOf = (response: PaypalResponse): string | undefined => response?.body.details?.[0]?.issue

export const reasonOf = (response: PaypalResponse): string =>
  response
    ? `PayPal: HTTP ${response.status} ${issueOf(response) ?? response.body.name ?? ''}`.trim()
    : 'PayPal: no answer'

/** 8800 → `"88.00"`. */
export const toPaypalAmount = (amountCents: number, currency: string): PaypalAmount => ({
  currency_code: currency,
  value: decimalOf(amountCents),
})

export function toCents(value: string | undefined): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(value ?? '')
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}
