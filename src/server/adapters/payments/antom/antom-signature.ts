import { type KeyObject, sign, verify } from 'node:crypto'

/** What Antom signs: requests, responses and notifications alike. */
export interface SignedMessage {
  readonly method: string
  /** Path and query of the URL. */
  readonly path: string
  readonly clientId: string
  /** The value of Request-Time or Response-Time. */
  readonly time: string
  /** The body's exact bytes. */
  readonly body: string
}

/** `METHOD PATH\nclientId.time.body` */
export const contentToSign = ({ method, path, clientId, time, body }: SignedMessage): string =>
  `${method} ${path}\n${clientId}.${time}.${body}`

/** The value of the header Signature: RSASSA-PKCS1-v1_5 with SHA-256, in base64, URL-encoded. */
export function signatureHeader(message: SignedMessage, privateKey: KeyObject): string {
  const signature = sign('sha256', Buffer.from(contentToSign(message)), privateKey).toString('base64')
  return `algorithm=RSA256,keyVersion=1,signature=${encodeURIComponent(signature)}`
}

/** Whether a header Signature is that of a message. */
export function isSigned(message: SignedMessage, header: string | null | undefined, publicKey: KeyObject): boolean {
  const encoded = /(?:^|,)\s*signature=([^,\s]+)/.exec(header ?? '')?.[1]
  if (encoded === undefined) return false
  return verify('sha256', Buffer.from(contentToSign(message)), publicKey, Buffer.from(decoded(encoded), 'base64'))
}

/** Antom encodes `+`, `/` and `=`; a signature that is not encoded is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
