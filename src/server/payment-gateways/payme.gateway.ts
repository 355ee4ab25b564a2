import { createPayme, type Payme } from '#server/adapters/payments/payme/payme.ts'
import { webhookPath } from '#server/wire/hooks/webhooks.routes.ts'
import type { OpenedGateway, PaymentGateway } from './payment-gateway.ts'

export interface PaymeAccess {
  readonly clientId: string
  readonly clientSecret: string
  readonly signingKeyId: string
  readonly signingKey: string
}

const opened = ({ payments, callbacks }: Payme): OpenedGateway => ({ providers: [payments], callbacks })

/** PayMe for Business: `payme`. */
export const paymeGateway: PaymentGateway<PaymeAccess> = {
  isConfigured: ({ PAYME_CLIENT_ID }) => Boolean(PAYME_CLIENT_ID),
  open: ({
    PAYME_CLIENT_ID: clientId = '',
    PAYME_CLIENT_SECRET: clientSecret = '',
    PAYME_SIGNING_KEY_ID: signingKeyId = '',
    PAYME_SIGNING_KEY: signingKey = '',
    PAYME_API_BASE: apiBase,
    PUBLIC_URL,
  }) => {
    const notifyUrl = PUBLIC_URL && PUBLIC_URL + webhookPath('payme')
    return opened(createPayme({ clientId, clientSecret, signingKeyId, signingKey, apiBase, notifyUrl, sandbox: false }))
  },
  openSandbox: (_, access, url) =>
    opened(createPayme({ ...access, apiBase: url, notifyUrl: undefined, sandbox: true })),
}
