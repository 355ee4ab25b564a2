import { parseObject, requestProvider } from '#server/kit/provider-request.ts'
import { createHash, timingSafeEqual } from 'node:crypto'

export interface PayasiaOptions {
  readonly merchantToken: string
  readonly secret: string
  readonly pageBase: string
  readonly apiBase: string
  /** Of datafeeds; undefined only with the provider sandbox, which knows the address. */
  readonly notifyUrl: string | undefined
  readonly sandbox: boolean
}

export interface PayasiaRecord {
  readonly merchant_reference?: string
  readonly request_reference?: string
  readonly currency?: string
  readonly amount?: string | number
  readonly status?: string | number
  /** `Sale` or `Refund`; in newer accounts `1` for a sale. */
  readonly type?: string | number
  readonly created_time?: number
}

export interface PayasiaAnswer {
  readonly response?: { readonly code?: string | number; readonly message?: string }
  readonly payload?: { readonly refund_reference?: string; readonly status?: string | number }
}

export interface PayasiaClient {
  /** @returns undefined without a usable response; empty for an order that was never begun */
  query(orderId: string): Promise<readonly PayasiaRecord[] | undefined>
  transaction(call: 'refund' | 'refund-query', fields: PayasiaFields): Promise<PayasiaAnswer | undefined>
}

/** Requests are signed forms; responses are JSON without a signature. */
export function createPayasiaClient({ merchantToken, secret, apiBase }: PayasiaOptions): PayasiaClient {
  async function post(path: string, fields: PayasiaFields): Promise<string | undefined> {
    const response = await requestProvider(apiBase + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: encodeFields({ ...fields, sign: signatureOf(fields, secret) }),
    })
    return response && response.status < 500 ? response.text : undefined
  }

  return {
    query: async (orderId) => {
      const text = await post(`/${merchantToken}/payment/query`, { merchant_reference: orderId })
      return text === undefined ? undefined : parseRecords(text)
    },
    transaction: async (call, fields) => {
      const text = await post(`/v1.1/online/${merchantToken}/transactions/${call}`, fields)
      return text === undefined ? undefined : parseObject<PayasiaAnswer>(text)
    },
  }
}

/** The list itself (their sandbox), or below `payload` (their production). */
function parseRecords(text: string): readonly PayasiaRecord[] | undefined {
  try {
    const value = JSON.parse(text) as { payload?: unknown } | null
    const list = Array.isArray(value) ? (value as unknown) : value?.payload
    return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : undefined
  } catch {
    return undefined
  }
}

export type PayasiaFields = Readonly<Record<string, string>>

/** Sorted by name, as PHP's `http_build_query` writes them. */
export function encodeFields(fields: PayasiaFields): string {
  const sorted = Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return new URLSearchParams(sorted).toString().replaceAll('*', '%2A')
}

/** `sign`: SHA-512 of the encoded fields and the secret, in hexadecimal. */
export const signatureOf = (fields: PayasiaFields, secret: string): string =>
  createHash('sha512')
    .update(encodeFields(fields) + secret)
    .digest('hex')

export function isSigned(fields: PayasiaFields, sign: string, secret: string): boolean {
  const expected = Buffer.from(signatureOf(fields, secret))
  const given = Buffer.from(sign.toLowerCase())
  return given.length === expected.length && timingSafeEqual(given, expected)
}
