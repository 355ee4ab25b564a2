import { randomUUID, createHash, createHmac } from 'node:crypto'
import { parseObject, type ProviderResponse, requestProvider } from '#server/kit/provider-request.ts'

export interface PaymeOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly signingKeyId: string
  readonly signingKey: string
  readonly apiBase: string
  /** Where PayMe sends notifications; undefined: only the provider sandbox knows it by itself. */
  readonly notifyUrl: string | undefined
  readonly sandbox: boolean
}

export interface PaymeRefund {
  readonly refundId?: string
  readonly reasonMessage?: string
}

export interface PaymeBody {
  readonly paymentRequestId?: string
  readonly webLink?: string
  readonly appLink?: string
  /** Dollars. */
  readonly totalAmount?: number | string
  readonly currencyCode?: string
  readonly statusCode?: string
  readonly merchantData?: { readonly orderId?: string }
  /** Ids, or objects that have one. */
  readonly transactions?: readonly (string | { readonly transactionId?: string })[]
  readonly refundId?: string
  readonly transactionId?: string
  readonly refunds?: readonly PaymeRefund[]
  readonly errors?: readonly { readonly errorCode?: string }[]
}

export interface PaymeResponse {
  readonly status: number
  readonly body: PaymeBody
}

export interface PaymeCall {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: object
}

export type PaymeClient = (call: PaymeCall) => Promise<PaymeResponse | undefined>

const API_VERSION = '0.12'
/** A token that is nearly over is replaced: it is good for an hour, and asked for as rarely as possible. */
const TOKEN_SECONDS = 3_600 - 300

export function createPaymeClient(options: PaymeOptions): PaymeClient {
  const { clientId, clientSecret, signingKeyId, signingKey, apiBase } = options
  let token: { value: string; until: number } | undefined

  async function tokenOf(): Promise<string | undefined> {
    if (token && token.until > performance.now()) return token.value
    const response = await requestProvider(`${apiBase}/oauth2/token`, {
      method: 'POST',
      headers: { 'api-version': API_VERSION, accept: 'application/json' },
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret }),
    })
    const value = parseObject<{ accessToken: string }>(response?.text ?? '')?.accessToken
    if (response?.status !== 200 || !value) return undefined
    token = { value, until: performance.now() + TOKEN_SECONDS * 1000 }
    return value
  }

  async function send({ method, path, body: fields }: PaymeCall): Promise<ProviderResponse | undefined> {
    const bearer = await tokenOf()
    if (bearer === undefined) return undefined
    const body = fields ? JSON.stringify(fields) : ''
    const headers = {
      'Api-Version': API_VERSION,
      // Signatures use real time: tests cannot move it.
      'Request-Date-Time': Temporal.Now.instant().toString({ fractionalSecondDigits: 3 }),
      'Content-Type': 'application/json',
      Digest: digestOf(body),
      Accept: 'application/json',
      'Trace-Id': randomUUID(),
      Authorization: `Bearer ${bearer}`,
    }
    const signature = signatureHeader({ method, path, headers }, { keyId: signingKeyId, key: signingKey })
    return requestProvider(apiBase + path, {
      method,
      headers: { ...headers, Signature: signature },
      ...(fields && { body }),
    })
  }

  return async (call) => {
    let response = await send(call)
    if (response?.status === 401) {
      token = undefined
      response = await send(call)
    }
    return response && { status: response.status, body: parseObject<PaymeBody>(response.text) ?? {} }
  }
}

interface PaymeRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<SignedHeader, string>>
}

/** What is signed, in this order, as HSBC's guide writes it. */
const SIGNED = [
  'Api-Version',
  'Request-Date-Time',
  'Content-Type',
  'Digest',
  'Accept',
  'Trace-Id',
  'Authorization',
] as const
type SignedHeader = (typeof SIGNED)[number]

export const signedContent = ({ method, path, headers }: PaymeRequest): string =>
  [
    `(request-target): ${method.toLowerCase()} ${path}`,
    ...SIGNED.map((name) => `${name.toLowerCase()}: ${headers[name]}`),
  ].join('\n')

export const digestOf = (body: string): string => `SHA-256=${createHash('sha256').update(body).digest('base64')}`

/** The value of the header Signature: HTTP Signatures by hmac-sha256. `key` in base64. */
export function signatureHeader(request: PaymeRequest, { keyId, key }: { keyId: string; key: string }): string {
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(signedContent(request)).digest('base64')
  return `keyId="${keyId}",algorithm="hmac-sha256",headers="(request-target) ${SIGNED.join(' ')}",signature="${signature}"`
}
