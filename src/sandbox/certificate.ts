import { createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'

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
export function selfSigned(privateKey: KeyObject, commonName: string): string {
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
