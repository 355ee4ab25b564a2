import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { WechatOptions } from '#server/adapters/payments/wechat/wechat-client.ts'

const fixture = (name: string) => readFileSync(`test/fixtures/payments/${name}`, 'utf8')
const pem = fixture('key.pem')
export const wechatKey = createPrivateKey(pem)
const certificate = fixture('certificate.pem').replaceAll(/-----.*?-----|\s/g, '')
const SERIAL = '3EE52DC9C9E94CB370654F4B778A491EB9D95D50'
export const API_KEY = '0123456789abcdefABCDEF-_.~!*0123'
export const MCH_ID = '1900009191'
export const ORDER_ID = '0123456789abcdef0123456789abcdef'

/** What is wrong with a signature. */
export type Signed = 'never' | 'wrongly' | 'long ago'

/** The headers with which WeChat Pay signs. */
export function wechatHeaders(body: string, signed?: Signed): Record<string, string> {
  if (signed === 'never') return {}
  const seconds = Math.floor(Temporal.Now.instant().epochMilliseconds / 1000) - (signed === 'long ago' ? 400 : 0)
  const content = `${seconds}\nNONCE\n${signed === 'wrongly' ? 'x' : ''}${body}\n`
  return {
    'wechatpay-serial': SERIAL,
    'wechatpay-timestamp': String(seconds),
    'wechatpay-nonce': 'NONCE',
    'wechatpay-signature': sign('sha256', Buffer.from(content), wechatKey).toString('base64'),
  }
}

/** One key signs both directions. */
export const wechatOptions = (apiBase: string): WechatOptions => ({
  appId: 'wx8888888888888888',
  mchId: MCH_ID,
  mcc: '5815',
  serial: 'OURS',
  privateKey: pem,
  apiKey: API_KEY,
  platformKeys: `${SERIAL}=${certificate}`,
  apiBase,
  notifyUrl: 'https://harbour.test/hooks/wechat',
  sandbox: false,
})

/** A payment, as WeChat Pay shows it. */
export const wechatTransaction = (trade_state: string, fields: object = {}) => ({
  id: '4200000000002104083200000488',
  mchid: MCH_ID,
  out_trade_no: ORDER_ID,
  trade_state,
  amount: { total: 5_000, currency: 'HKD' },
  ...fields,
})
/** What it says when it is paid. */
export const wechatPaid = {
  state: 'succeeded',
  amountCents: 5_000,
  currency: 'HKD',
  paymentReference: '4200000000002104083200000488',
} as const
