import {
  randomBytes,
  createDecipheriv,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto'
import { parseObject, requestProvider } from '#server/kit/provider-request.ts'
import { readPrivateKey } from '../payment-adapter.ts'

export interface WechatOptions {
  readonly appId: string
  readonly mchId: string
  readonly mcc: string
  /** Of our API certificate; the private key in PEM or base64 of PKCS#8. */
  readonly serial: string
  readonly privateKey: string
  /** The APIv3 key: 32 characters. */
  readonly apiKey: string
  /** `serial=key …`: what WeChat Pay signs with. */
  readonly platformKeys: string
  /** `https://apihk.mch.weixin.qq.com` */
  readonly apiBase: string
  /** https and without a query; undefined only with the provider sandbox. */
  readonly notifyUrl: string | undefined
  readonly sandbox: boolean
}

export interface WechatAmount {
  readonly total?: number
  readonly currency?: string
}

/** Of responses and decrypted notifications. */
export interface WechatBody {
  readonly code?: string
  readonly code_url?: string
  readonly mchid?: string
  readonly out_trade_no?: string
  /** Of the payment (global) or of the refund. Some guides write the longer names. */
  readonly id?: string
  readonly transaction_id?: string
  readonly refund_id?: string
  readonly trade_state?: string
  readonly amount?: WechatAmount
  readonly out_refund_no?: string
  readonly status?: string
  readonly refund_status?: string
}

export interface WechatNotification {
  readonly id: string
  readonly event_type: string
  readonly resource: WechatResource
}

export interface WechatResponse {
  readonly status: number
  readonly body: Partial<WechatBody>
}

export interface WechatCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
}

/** Undefined without a response, or for a success that WeChat Pay did not sign. */
export type WechatClient = (call: WechatCall) => Promise<WechatResponse | undefined>

export interface WechatKeys {
  readonly signer: WechatSigner
  readonly platform: PlatformKeys
}

/** @throws for invalid keys */
export const readKeys = ({ mchId, serial, privateKey, platformKeys }: WechatOptions): WechatKeys => ({
  signer: { mchId, serial, privateKey: readPrivateKey(privateKey) },
  platform: readPlatformKeys(platformKeys),
})

/** Signatures use real time: tests cannot move it. */
const secondsNow = (): number => Math.floor(Temporal.Now.instant().epochMilliseconds / 1000)

export function createWechatClient({ apiBase }: Pick<WechatOptions, 'apiBase'>, keys: WechatKeys): WechatClient {
  return async ({ method, path, body: fields }) => {
    const body = fields ? JSON.stringify(fields) : ''
    const nonce = randomBytes(16).toString('hex')
    const request = { method, path, timestamp: String(secondsNow()), nonce, body }
    const response = await requestProvider(apiBase + path, {
      method,
      headers: {
        authorization: authorizationOf(request, keys.signer),
        accept: 'application/json',
        // Requests without one are refused.
        'user-agent': 'Harbour',
        // The key that is to sign the response: the newest of ours.
        'wechatpay-serial': [...keys.platform.keys()].at(-1)!,
        ...(fields && { 'content-type': 'application/json' }),
      },
      ...(fields && { body }),
    })
    if (!response) return undefined
    const { status, headers, text } = response
    // Its gateway's errors carry no signature: TLS vouches for them, and none says that money moved.
    const isGenuine = () =>
      genuinenessOf((name) => headers.get(name), text, { keys: keys.platform, now: secondsNow() }) === 'genuine'
    if (status < 300 && !isGenuine()) return undefined
    return { status, body: parseObject<WechatBody>(text) ?? {} }
  }
}

interface WechatRequest {
  readonly method: string
  readonly path: string
  readonly timestamp: string
  readonly nonce: string
  /** Exact bytes; empty without a body. */
  readonly body: string
}

interface WechatSigner {
  readonly mchId: string
  readonly serial: string
  readonly privateKey: KeyObject
}

/** Five lines, each ended by `\n`. */
export const requestContent = ({ method, path, timestamp, nonce, body }: WechatRequest): string =>
  [method, path, timestamp, nonce, body].map((line) => `${line}\n`).join('')

/** The header Authorization: RSASSA-PKCS1-v1_5 with SHA-256, in base64. */
export function authorizationOf(request: WechatRequest, { mchId, serial, privateKey }: WechatSigner): string {
  const signature = sign('sha256', Buffer.from(requestContent(request)), privateKey).toString('base64')
  const { timestamp, nonce } = request
  return `WECHATPAY2-SHA256-RSA2048 mchid="${mchId}",nonce_str="${nonce}",timestamp="${timestamp}",serial_no="${serial}",signature="${signature}"`
}

/** Three lines, each with a final line feed. */
export const answerContent = (timestamp: string, nonce: string, body: string): string =>
  `${timestamp}\n${nonce}\n${body}\n`

type PlatformKeys = ReadonlyMap<string, KeyObject>

/** `unknownKey`: signed with a key that is not among ours. */
type Genuineness = 'genuine' | 'forged' | 'unknownKey'

const CLOCK_SECONDS = 300

/** `now` in seconds. A message without a signature is forged. */
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
 * `serial=key`, separated by commas or spaces; several while WeChat Pay changes its key. A key is the bare base64 of a public key (SPKI) or
 * of a certificate. @throws for another text
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

export interface WechatResource {
  readonly algorithm?: string
  readonly ciphertext?: string
  readonly nonce?: string
  readonly associated_data?: string
}

const TAG_BYTES = 16

/** AES-256-GCM with our APIv3 key of 32 bytes. @returns undefined for another key */
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
