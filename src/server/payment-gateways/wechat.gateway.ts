import { createWechat, type Wechat } from '#server/adapters/payments/wechat/wechat.ts'
import { webhookPath } from '#server/wire/hooks/webhooks.routes.ts'
import type { OpenedGateway, PaymentGateway } from './payment-gateway.ts'

export interface WechatAccess {
  readonly appId: string
  readonly mchId: string
  readonly mcc: string
  readonly serial: string
  readonly privateKey: string
  readonly apiKey: string
  readonly platformKeys: string
}

const opened = ({ payments, callbacks }: Wechat): OpenedGateway => ({ providers: [payments], callbacks })

/** WeChat Pay: `wechat`. */
export const wechatGateway: PaymentGateway<WechatAccess> = {
  isConfigured: ({ WECHAT_MCH_ID }) => Boolean(WECHAT_MCH_ID),
  open: ({
    WECHAT_APP_ID: appId = '',
    WECHAT_MCH_ID: mchId = '',
    WECHAT_MCC: mcc = '',
    WECHAT_CERT_SERIAL: serial = '',
    WECHAT_PRIVATE_KEY: privateKey = '',
    WECHAT_API_KEY: apiKey = '',
    WECHAT_PLATFORM_KEYS: platformKeys = '',
    WECHAT_API_BASE: apiBase,
    PUBLIC_URL,
  }) => {
    const notifyUrl = PUBLIC_URL && PUBLIC_URL + webhookPath('wechat')
    const access = { appId, mchId, mcc, serial, privateKey, apiKey, platformKeys }
    return opened(createWechat({ ...access, apiBase, notifyUrl, sandbox: false }))
  },
  openSandbox: (_, access, url) =>
    opened(createWechat({ ...access, apiBase: url, notifyUrl: undefined, sandbox: true })),
}
