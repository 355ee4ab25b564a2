import { createPaypal } from '#server/adapters/payments/paypal/paypal.ts'
import { createPaypalWebhook } from '#server/adapters/payments/paypal/paypal-webhook.ts'
import type { PaymentGateway } from './payment-gateway.ts'

export interface PaypalAccess {
  readonly clientId: string
  readonly clientSecret: string
  readonly webhookId: string
}

/** PayPal: `paypal`. */
export const paypalGateway: PaymentGateway<PaypalAccess> = {
  isConfigured: ({ PAYPAL_CLIENT_ID }) => Boolean(PAYPAL_CLIENT_ID),
  open: ({
    PAYPAL_CLIENT_ID = '',
    PAYPAL_CLIENT_SECRET = '',
    PAYPAL_WEBHOOK_ID: webhookId = '',
    PAYPAL_API_BASE: apiBase,
    PAYPAL_CERT_BASE: certBase,
    BRAND_EN: brand,
  }) => {
    const credentials = { clientId: PAYPAL_CLIENT_ID, clientSecret: PAYPAL_CLIENT_SECRET }
    const { payments, mandates } = createPaypal({ ...credentials, apiBase, brand, sandbox: false })
    return { providers: [payments], mandates, ...createPaypalWebhook({ webhookId, certBase }) }
  },
  openSandbox: ({ BRAND_EN: brand }, { webhookId, ...credentials }, url) => {
    const { payments, mandates } = createPaypal({ ...credentials, apiBase: url, brand, sandbox: true })
    return { providers: [payments], mandates, ...createPaypalWebhook({ webhookId, certBase: url }) }
  },
}
