import { randomBytes } from 'node:crypto'
import { parseObject, requestProvider } from '#server/kit/provider-request.ts'
import { readPrivateKey } from '../rsa-keys.ts'
import {
  authorizationOf,
  genuinenessOf,
  type PlatformKeys,
  readPlatformKeys,
  type WechatResource,
  type WechatSigner,
} from './wechat-signature.ts'

export interface WechatOptions {
  readonly appId: string
  readonly mchId: string
  /** Merchant category code, four digits. */
  readonly mcc: string
  /** Our API certificate's serial number and private key, PEM or base64 of PKCS#8. */
  readonly serial: string
  readonly privateKey: string
  /** The APIv3 key: 32 characters. */
  readonly apiKey: string
  /** `serial=key …`: what WeChat Pay signs with. */
  readonly platformKeys: string
  /** `https://apihk.mch.weixin.qq.com` */
  readonly apiBase: string
  /** Where WeChat Pay sends notifications: https and without a query. Only the provider sandbox knows it by itself. */
  readonly notifyUrl: string | undefined
  /** The API is the provider sandbox's. */
  readonly sandbox: boolean
}

export interface WechatAmount {
  /** Minor units. */
  readonly total?: number
  readonly currency?: string
}

/** The fields of WeChat Pay's responses and opened notifications that we read. */
export interface WechatBody {
  /** Of an error. */
  readonly code?: string
  readonly code_url?: string
  readonly mchid?: string
  readonly out_trade_no?: string
  /** WeChat Pay's number of the payment (global) or of the refund. Some guides write the longer names. */
  readonly id?: string
  readonly transaction_id?: string
  readonly refund_id?: string
  readonly trade_state?: string
  readonly amount?: WechatAmount
  readonly out_refund_no?: string
  /** Of a refund. */
  readonly status?: string
  readonly refund_status?: string
}

/** A notification as it is sent. */
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
  /** Path and query. */
  readonly path: string
  readonly body?: object
}

/** The response; undefined when there was none, or a success that WeChat Pay did not sign. */
export type WechatClient = (call: WechatCall) => Promise<WechatResponse | undefined>

export interface WechatKeys {
  readonly signer: WechatSigner
  readonly platform: PlatformKeys
}

/** @throws for settings that are no keys */
export const readKeys = ({ mchId, serial, privateKey, platformKeys }: WechatOptions): WechatKeys => ({
  signer: { mchId, serial, privateKey: readPrivateKey(privateKey) },
  platform: readPlatformKeys(platformKeys),
})

/** Signatures use real time: tests cannot move it. */
export const secondsNow = (): number => Math.floor(Temporal.Now.instant().epochMilliseconds / 1000)

/** WeChat Pay's API v3: signs each request, checks each response. */
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
        ...(fields && { 'content-type': 'application/json' }),
      },
      ...(fields && { body }),
    })
    if (!response) return undefined
    const { status, headers, text } = response
    // Errors of its gateway carry no signature: over TLS they are believed, and none says that money moved.
    const isGenuine = () =>
      genuinenessOf((name) => headers.get(name), text, { keys: keys.platform, now: secondsNow() }) === 'genuine'
    if (status < 300 && !isGenuine()) return undefined
    return { status, body: parseObject<WechatBody>(text) ?? {} }
  }
}
