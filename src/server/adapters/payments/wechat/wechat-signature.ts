import { createDecipheriv, createPublicKey, type KeyObject, sign, verify, X509Certificate } from 'node:crypto'

/** A request of ours. */
export interface WechatRequest {
  readonly method: string
  /** Path and query of the URL. */
  readonly path: string
  /** Seconds since 1970. */
  readonly timestamp: string
  readonly nonce: string
  /** The body's exact bytes; empty without a body. */
  readonly body: string
}

export interface WechatSigner {
  readonly mchId: string
  /** The serial number of our API certificate. */
  readonly serial: string
  readonly privateKey: KeyObject
}

/** Five lines, each ended by `\n`. */
export const requestContent = ({ method, path, timestamp, nonce, body }: WechatRequest): string =>
  [method, path, timestamp, nonce, body].map((line) => `${line}\n`).join('')

/** The value of the header Authorization: RSASSA-PKCS1-v1_5 with SHA-256, in base64. */
export function authorizationOf(request: WechatRequest, { mchId, serial, privateKey }: WechatSigner): string {
  const signature = sign('sha256', Buffer.from(requestContent(request)), privateKey).toString('base64')
  const { timestamp, nonce } = request
  return `WECHATPAY2-SHA256-RSA2048 mchid="${mchId}",nonce_str="${nonce}",timestamp="${timestamp}",serial_no="${serial}",signature="${signature}"`
}

/** Three lines, each ended by `\n`: what WeChat Pay signs of its responses and notifications. */
export const answerContent = (timestamp: string, nonce: string, body: string): string =>
  `${timestamp}\n${nonce}\n${body}\n`

/** WeChat Pay's public keys by serial number, or by the id of a public key. */
export type PlatformKeys = ReadonlyMap<string, KeyObject>

/** `genuine`, or why not. `unknownKey`: signed with a key that is not among ours. */
export type Genuineness = 'genuine' | 'forged' | 'unknownKey'

/** A message whose clock is further off is refused. */
const CLOCK_SECONDS = 300

/** Whether WeChat Pay signed a response or a notification, `now` in seconds. A message without a signature is forged. */
export function genuinenessOf(
  header: (name: string) => string | null | undefined,
  body: string,
  { keys, now }: { keys: PlatformKeys; now: number },
): Genuineness {
  const [serial, timestamp, nonce, signature] = ['serial', 'timestamp', 'nonce', 'signature'].map((name) =>
    header(`wechatpay-${name}`),
  )
  if (!serial || !timestamp || !nonce || !signature) return 'forged'
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) - now) > CLOCK_SECONDS) return 'forged'
  const key = keys.get(serial.toUpperCase())
  if (!key) return 'unknownKey'
  const content = Buffer.from(answerContent(timestamp, nonce, body))
  return verify('sha256', content, key, Buffer.from(signature, 'base64')) ? 'genuine' : 'forged'
}

/**
 * Keys as `serial=key`, separated by commas or spaces; several while WeChat Pay changes its own. A key is the bare base64 of a public
 * key (SPKI) or of a certificate.
 * @throws for text that is no such list
 */
export function readPlatformKeys(text: string): PlatformKeys {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((entry): [string, KeyObject] => {
      const [, serial = '', key = ''] = /^([\w-]+)=(\S+)$/.exec(entry) ?? []
      return [serial.toUpperCase(), readKey(Buffer.from(key, 'base64'))]
    })
  if (keys.length === 0) throw new Error('no serial=key')
  return new Map(keys)
}

function readKey(der: Buffer): KeyObject {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    return certificateKey(der)
  }
}

function certificateKey(der: Buffer): KeyObject {
  try {
    return new X509Certificate(der).publicKey
  } catch (error) {
    throw new Error('neither a public key nor a certificate', { cause: error })
  }
}

/** What a notification carries, encrypted. */
export interface WechatResource {
  readonly algorithm?: string
  /** Base64 of the ciphertext and the tag. */
  readonly ciphertext?: string
  readonly nonce?: string
  readonly associated_data?: string
}

const TAG_BYTES = 16

/** Opens AES-256-GCM with our APIv3 key of 32 bytes. @returns undefined for what was not sealed with it */
export function openResource(
  { algorithm, ciphertext, nonce, associated_data = '' }: WechatResource,
  apiKey: string,
): string | undefined {
  if (algorithm !== 'AEAD_AES_256_GCM' || ciphertext === undefined || nonce === undefined) return undefined
  const sealed = Buffer.from(ciphertext, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', apiKey, nonce)
    decipher.setAAD(Buffer.from(associated_data))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString()
  } catch {
    return undefined
  }
}
