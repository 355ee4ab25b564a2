import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
} from 'node:crypto'
import { crc32 } from 'node:zlib'
import {
  type Context,
  type Delivery,
  json,
  newProviderId,
  type SandboxRefund,
  type SandboxRequest,
  type SandboxResponse,
} from './sandbox-provider.ts'

const NAME = 'paypal'

/** PayPal's key (PEM) signs its webhooks. */
export interface PaypalSecrets {
  readonly key: string
  readonly certificate: string
  readonly clientId: string
  readonly clientSecret: string
  readonly webhookId: string
}

export const secretsOf = (context: Context): PaypalSecrets => context.secretsOf(NAME) as PaypalSecrets

/** What earlier versions kept at the top of the state. */
interface FormerState {
  readonly keys?: { readonly paypal: string }
  readonly certificate?: string
  readonly secrets?: Pick<PaypalSecrets, 'clientId' | 'clientSecret' | 'webhookId'>
}

export function newSecrets({ keys, certificate, secrets }: FormerState): PaypalSecrets {
  if (keys && certificate && secrets) return { key: keys.paypal, certificate, ...secrets }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const secret = () => randomBytes(24).toString('base64url')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: selfSigned(privateKey, 'messageverificationcerts.paypal.sandbox'),
    clientId: secret(),
    clientSecret: secret(),
    webhookId: `WH-${randomBytes(8).toString('hex')}`,
  }
}

export const tokenOf = (context: Context): string =>
  createHash('sha256').update(secretsOf(context).clientSecret).digest('base64url')

/** Answers only those who have logged in. */
export const authorized =
  (context: Context) =>
  (handle: (request: SandboxRequest, id: string) => SandboxResponse) =>
  (request: SandboxRequest, id = ''): SandboxResponse =>
    isSame(request.headers.authorization, `Bearer ${tokenOf(context)}`)
      ? handle(request, id)
      : problem(401, 'AUTHENTICATION_FAILURE', 'INVALID_TOKEN')

export const NOT_FOUND = () => problem(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
export const INVALID = () => problem(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER')

/** The status of a payment, which its refunds change. */
export function statusAfter(refunds: readonly SandboxRefund[], paidCents: number): string {
  const refunded = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return refunded === 0 ? 'COMPLETED' : refunded < paidCents ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
}

export const eventBody = (context: Context, event_type: string, resource: object): string =>
  JSON.stringify({
    id: `WH-${newProviderId(17)}-${newProviderId(17)}`,
    create_time: Temporal.Instant.fromEpochMilliseconds(context.now()).toString(),
    event_type,
    event_version: '1.0',
    resource,
  })

export const problem = (status: number, name: string, issue: string): SandboxResponse =>
  json(status, { name, message: issue, details: [{ issue }] })

export function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

export const centsOf = (value: string | undefined): number | undefined =>
  /^\d{1,8}\.\d{2}$/.test(value ?? '') ? Math.round(Number(value) * 100) : undefined

export function isSame(actual: string | undefined, expected: string): boolean {
  const [one, other] = [actual ?? '', expected].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one!, other!)
}

const CERTIFICATE_PATH = '/v1/notifications/certs/CERT-SANDBOX'

/** The headers that sign a callback. */
export function headers(context: Context, _: string, { id, body, forged }: Delivery): Record<string, string> {
  const time = Temporal.Now.instant().toString({ smallestUnit: 'second' })
  const text = [id, time, secretsOf(context).webhookId, crc32(body)].join('|')
  const signature = sign('sha256', Buffer.from(text), createPrivateKey(secretsOf(context).key))
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': context.url() + CERTIFICATE_PATH,
    'paypal-transmission-sig': (forged ? broken(signature) : signature).toString('base64'),
  }
}

/** A signature with one bit flipped. */
function broken(signature: Buffer): Buffer {
  const copy = Buffer.from(signature)
  copy[0]! ^= 1
  return copy
}

/** A DER value: tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content])
  const bytes = length < 256 ? [length] : [length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length, ...bytes]), content])
}

const SEQUENCE = 0x30
const SET = 0x31
/** sha256WithRSAEncryption, with its NULL parameter. */
const ALGORITHM = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
/** The object identifier of commonName. */
const COMMON_NAME = Buffer.from('0603550403', 'hex')

const nameOf = (commonName: string): Buffer =>
  der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(commonName)))))

/** `20261122170000Z` */
const timeOf = (instant: Temporal.Instant): Buffer =>
  der(0x18, Buffer.from(`${instant.toString({ smallestUnit: 'second' }).replaceAll(/[-:TZ]/g, '')}Z`))

/** A self-signed X.509 certificate (RFC 5280) of an RSA key, valid for ten years. @returns PEM */
function selfSigned(privateKey: KeyObject, commonName: string): string {
  const now = Temporal.Now.instant()
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(15)])
  const subject = nameOf(commonName)
  const tbs = der(
    SEQUENCE,
    der(0x02, serial),
    ALGORITHM,
    subject,
    der(SEQUENCE, timeOf(now.subtract({ hours: 24 })), timeOf(now.add({ hours: 24 * 3_650 }))),
    subject,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', tbs, privateKey)
  const certificate = der(SEQUENCE, tbs, ALGORITHM, der(0x03, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
