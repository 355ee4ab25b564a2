import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Context } from './context.ts'
import type { WechatSecrets } from './sandbox-model.ts'

const newKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

export const newWechatSecrets = (): WechatSecrets => ({
  merchantKey: newKey(),
  platformKey: newKey(),
  appId: `wx${randomBytes(8).toString('hex')}`,
  mchId: String(1_900_000_000 + randomBytes(3).readUIntBE(0, 3)),
  merchantSerial: randomBytes(20).toString('hex').toUpperCase(),
  platformSerial: randomBytes(20).toString('hex').toUpperCase(),
  apiKey: randomBytes(16).toString('hex'),
})

/** What the merchant gets. */
export function wechatAccess({
  appId,
  mchId,
  merchantSerial,
  merchantKey,
  platformSerial,
  platformKey,
  apiKey,
}: WechatSecrets) {
  const spki = createPublicKey(createPrivateKey(platformKey)).export({ type: 'spki', format: 'der' })
  return {
    appId,
    mchId,
    mcc: '5815',
    serial: merchantSerial,
    privateKey: merchantKey,
    apiKey,
    platformKeys: `${platformSerial}=${spki.toString('base64')}`,
  }
}

/** Seconds of real time, which signatures use. */
export const secondsNow = () => Math.floor(Temporal.Now.instant().epochMilliseconds / 1000)

/** WeChat Pay's signature of a response or a notification. */
export function signatureHeaders({ state }: Context, body: string, signed = body): Record<string, string> {
  const { platformKey, platformSerial } = state.wechat
  const [timestamp, nonce] = [String(secondsNow()), randomBytes(16).toString('hex')]
  const signature = sign('sha256', Buffer.from(`${timestamp}\n${nonce}\n${signed}\n`), createPrivateKey(platformKey))
  return {
    'wechatpay-serial': platformSerial,
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-signature': signature.toString('base64'),
  }
}
