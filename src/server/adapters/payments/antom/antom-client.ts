import type { PaymentReport } from '#server/domains/payments/ports.ts'
import { type KeyObject, sign, verify } from 'node:crypto'
import { parseObject, requestProvider } from '#server/kit/provider-request.ts'
import { readPrivateKey, readPublicKey } from '../payment-adapter.ts'

export interface AntomOptions {
  /** Begins with `SANDBOX_` for Antom's own sandbox. */
  readonly clientId: string
  /** Ours, PEM or base64 of PKCS#8. */
  readonly privateKey: string
  /** Antom's, PEM or base64 of SPKI. */
  readonly publicKey: string
  readonly apiBase: string
  /** Antom's name of Octopus; undefined where our account does not have it. */
  readonly octopusMethod?: string | undefined
  readonly notifyUrl: string | undefined
  readonly sandbox: boolean
}

/** Scalars are strings. `value` in minor units: HK$1 is `"100"`. */
export interface AntomAmount {
  readonly currency: string
  readonly value: string
}

interface AntomCodeForm {
  readonly codeDetails?: readonly { codeValue?: string; displayType?: string }[]
}

export interface AntomBody {
  /** Of the call, not of the payment: S done, F refused, U unknown or in progress. */
  readonly result?: { readonly resultStatus?: string; readonly resultCode?: string }
  readonly notifyType?: string
  readonly paymentRequestId?: string
  readonly paymentId?: string
  readonly paymentStatus?: string
  readonly paymentAmount?: AntomAmount
  readonly refundId?: string
  readonly refundRequestId?: string
  readonly refundStatus?: string
  readonly normalUrl?: string
  readonly schemeUrl?: string
  readonly applinkUrl?: string
  readonly orderCodeForm?: AntomCodeForm
  readonly authorizationNotifyType?: string
  readonly authState?: string
  readonly authCode?: string
  readonly authUrl?: string
  readonly authCodeForm?: AntomCodeForm
  readonly accessToken?: string
  readonly accessTokenExpiryTime?: string
  readonly refreshToken?: string
  readonly tokenStatusType?: string
  readonly userLoginId?: string
  readonly userId?: string
  readonly pspCustomerInfo?: { readonly pspCustomerId?: string }
}

export type AntomClient = (call: string, body: object) => Promise<AntomBody | undefined>

export interface AntomKeys {
  readonly ours: KeyObject
  readonly theirs: KeyObject
}

export const readKeys = ({ privateKey, publicKey }: Pick<AntomOptions, 'privateKey' | 'publicKey'>): AntomKeys => ({
  ours: readPrivateKey(privateKey),
  theirs: readPublicKey(publicKey),
})

export function createAntomClient({ clientId, apiBase }: AntomOptions, keys: AntomKeys): AntomClient {
  const base = clientId.startsWith('SANDBOX_') ? '/ams/sandbox/api/v1/' : '/ams/api/v1/'
  return async (call, fields) => {
    const url = new URL(apiBase + base + call)
    const path = url.pathname
    const body = JSON.stringify(fields)
    // Signatures use real time: tests cannot move it.
    const time = String(Temporal.Now.instant().epochMilliseconds)
    const response = await requestProvider(url.href, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=UTF-8',
        'client-id': clientId,
        'request-time': time,
        signature: signatureHeader({ method: 'POST', path, clientId, time, body }, keys.ours),
      },
      body,
    })
    if (!response) return undefined
    const { headers, text } = response
    const signed = { method: 'POST', path, clientId, time: headers.get('response-time') ?? '', body: text }
    return isSigned(signed, headers.get('signature'), keys.theirs) ? parseObject<AntomBody>(text) : undefined
  }
}

interface SignedMessage {
  readonly method: string
  readonly path: string
  readonly clientId: string
  readonly time: string
  readonly body: string
}

export const contentToSign = ({ method, path, clientId, time, body }: SignedMessage): string =>
  `${method} ${path}\n${clientId}.${time}.${body}`

/** The header Signature: RSASSA-PKCS1-v1_5 with SHA-256, in base64, URL-encoded. */
export function signatureHeader(message: SignedMessage, privateKey: KeyObject): string {
  const signature = sign('sha256', Buffer.from(contentToSign(message)), privateKey).toString('base64')
  return `algorithm=RSA256,keyVersion=1,signature=${encodeURIComponent(signature)}`
}

export function isSigned(message: SignedMessage, header: string | null | undefined, publicKey: KeyObject): boolean {
  const encoded = /(?:^|,)\s*signature=([^,\s]+)/.exec(header ?? '')?.[1]
  if (encoded === undefined) return false
  return verify('sha256', Buffer.from(contentToSign(message)), publicKey, Buffer.from(decoded(encoded), 'base64'))
}

/** Antom encodes `+`, `/` and `=`; an unencoded signature is accepted. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const toAntomAmount = (amountCents: number, currency: string): AntomAmount => ({
  currency,
  value: String(amountCents),
})

const DESCRIPTION_MAX = 256

export const orderOf = (orderId: string, description: string, amount: AntomAmount) => ({
  referenceOrderId: orderId,
  orderDescription: description.slice(0, DESCRIPTION_MAX),
  orderAmount: amount,
})

const toCents = (value: string | undefined): number | undefined =>
  /^\d{1,12}$/.test(value ?? '') ? Number(value) : undefined

export function reportOfNotification(body: AntomBody): PaymentReport {
  switch (body.result?.resultStatus) {
    case 'S':
      return reportOfPaid(body)
    case 'F':
      return { state: 'failed' }
    default:
      return { state: 'open' }
  }
}

export function reportOfPaid({ paymentAmount, paymentId }: AntomBody = {}): PaymentReport {
  const amountCents = toCents(paymentAmount?.value)
  if (amountCents === undefined || !paymentAmount || paymentId === undefined) return { state: 'unknown' }
  return { state: 'succeeded', amountCents, currency: paymentAmount.currency, paymentReference: paymentId }
}
