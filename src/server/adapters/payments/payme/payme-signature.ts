import { createHash, createHmac } from 'node:crypto'

export interface PaymeRequest {
  readonly method: string
  /** Path of the URL. */
  readonly path: string
  /** The value of each signed header. */
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

/** `name: value` in lower-case names, one a line. */
export const signedContent = ({ method, path, headers }: PaymeRequest): string =>
  [
    `(request-target): ${method.toLowerCase()} ${path}`,
    ...SIGNED.map((name) => `${name.toLowerCase()}: ${headers[name]}`),
  ].join('\n')

/** The value of the header Digest. */
export const digestOf = (body: string): string => `SHA-256=${createHash('sha256').update(body).digest('base64')}`

/** The value of the header Signature: HTTP Signatures by hmac-sha256. `key` in base64. */
export function signatureHeader(request: PaymeRequest, { keyId, key }: { keyId: string; key: string }): string {
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(signedContent(request)).digest('base64')
  return `keyId="${keyId}",algorithm="hmac-sha256",headers="(request-target) ${SIGNED.join(' ')}",signature="${signature}"`
}
