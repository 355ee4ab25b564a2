import { parseObject, requestProvider } from '#server/kit/provider-request.ts'

export interface BtcpayOptions {
  /** `https://btcpay.example.com`, version 2 or later. */
  readonly apiBase: string
  readonly apiKey: string
  readonly storeId: string
  readonly webhookSecret: string
  readonly sandbox: boolean
}

/** Amounts are decimals in the currency of the invoice. */
export interface Invoice {
  readonly id?: string
  readonly amount?: string
  readonly paidAmount?: string
  readonly currency?: string
  readonly status?: string
  readonly additionalStatus?: string
  readonly checkoutLink?: string
  readonly metadata?: { readonly orderId?: string }
}

export interface PaymentMethod {
  readonly paymentMethodId?: string
  readonly payments?: readonly { readonly status?: string }[]
}

export interface PullPayment {
  readonly id?: string
  readonly name?: string
  readonly viewLink?: string
  readonly archived?: boolean
}

/** `originalAmount` is in the currency of the pull payment. */
export interface Payout {
  readonly state?: string
  readonly originalAmount?: string
}

interface BtcpayRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly bytesMax?: number
}

export interface BtcpayResponse {
  readonly status: number
  readonly text: string
}

export type BtcpayClient = (request: BtcpayRequest) => Promise<BtcpayResponse | undefined>

export const createBtcpayClient =
  ({ apiBase, apiKey }: BtcpayOptions): BtcpayClient =>
  ({ method, path, body, bytesMax }) =>
    requestProvider(
      `${apiBase}/api/v1${path}`,
      {
        method,
        headers: { authorization: `token ${apiKey}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      },
      { bytesMax },
    )

export const objectOf = <T extends object>(response: BtcpayResponse | undefined): Partial<T> | undefined =>
  response?.status === 200 ? parseObject<T>(response.text) : undefined

export function listOf<T extends object>(response: BtcpayResponse | undefined): readonly Partial<T>[] | undefined {
  if (response?.status !== 200) return undefined
  const list = parseObject<{ list: Partial<T>[] }>(`{"list":${response.text}}`)?.list
  return Array.isArray(list) ? list : undefined
}

/** About the request itself: not credentials, rates or faults of the server. */
export const isRefusal = (response: BtcpayResponse | undefined): boolean =>
  response?.status === 400 || response?.status === 404 || response?.status === 422

export const reasonOf = (response: BtcpayResponse | undefined): string =>
  response ? `BTCPay: HTTP ${response.status}` : 'BTCPay: no answer'
