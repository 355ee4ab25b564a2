import { type Btcpay, createBtcpay } from '#server/adapters/payments/btcpay/btcpay.ts'
import type { OpenedGateway, PaymentGateway } from './payment-gateway.ts'

export interface BtcpayAccess {
  readonly apiKey: string
  readonly storeId: string
  readonly webhookSecret: string
}

const opened = ({ crypto, callbacks }: Btcpay): OpenedGateway => ({ providers: [crypto], callbacks })

/** BTCPay Server: `crypto`. */
export const btcpayGateway: PaymentGateway<BtcpayAccess> = {
  isConfigured: ({ BTCPAY_URL }) => Boolean(BTCPAY_URL),
  open: ({
    BTCPAY_URL: apiBase = '',
    BTCPAY_API_KEY: apiKey = '',
    BTCPAY_STORE_ID: storeId = '',
    BTCPAY_WEBHOOK_SECRET: webhookSecret = '',
  }) => opened(createBtcpay({ apiBase, apiKey, storeId, webhookSecret, sandbox: false })),
  openSandbox: (_, access, url) => opened(createBtcpay({ ...access, apiBase: url, sandbox: true })),
}
