import { createPayasia, type Payasia } from '#server/adapters/payments/payasia/payasia.ts'
import { webhookPath } from '#server/wire/hooks/webhooks.routes.ts'
import type { OpenedGateway, PaymentGateway } from './payment-gateway.ts'

export interface PayasiaAccess {
  readonly merchantToken: string
  readonly secret: string
}

const opened = ({ payasia, octopus, callbacks }: Payasia, pageBase: string): OpenedGateway => ({
  providers: [payasia, octopus],
  callbacks,
  formBases: [pageBase],
})

/** Payment Asia: `payasia`, and `octopus` where no other gateway offers it. */
export const payasiaGateway: PaymentGateway<PayasiaAccess> = {
  isConfigured: ({ PAYASIA_MERCHANT_TOKEN }) => Boolean(PAYASIA_MERCHANT_TOKEN),
  open: ({
    PAYASIA_MERCHANT_TOKEN: merchantToken = '',
    PAYASIA_SECRET: secret = '',
    PAYASIA_PAGE_BASE: pageBase,
    PAYASIA_API_BASE: apiBase,
    PUBLIC_URL,
  }) => {
    const notifyUrl = PUBLIC_URL && PUBLIC_URL + webhookPath('payasia')
    return opened(createPayasia({ merchantToken, secret, pageBase, apiBase, notifyUrl, sandbox: false }), pageBase)
  },
  openSandbox: (_, access, url) => {
    const sandbox = { pageBase: url, apiBase: url, notifyUrl: undefined, sandbox: true }
    return opened(createPayasia({ ...access, ...sandbox }), url)
  },
}
