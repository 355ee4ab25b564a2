import * as z from 'zod'
import type { PushProvider } from '#server/domains/agreements/ports.ts'
import type { PaymentProvider } from '#server/domains/payments/ports.ts'
import { urlSetting } from '#server/kit/setting-fields.ts'
import { definePaymentAdapter } from '../payment-adapter.ts'
import { createPaypalClient, type PaypalOptions } from './paypal-client.ts'
import { createPaypalPayments } from './paypal-orders.ts'
import { createPaypalSubscriptions } from './paypal-subscriptions.ts'
import { createPaypalWebhook } from './paypal-webhook.ts'

export const paypal = definePaymentAdapter({
  name: 'paypal',
  kinds: ['paypal'],
  required: {
    PAYPAL_CLIENT_ID: z.string(),
    PAYPAL_CLIENT_SECRET: z.string(),
    PAYPAL_WEBHOOK_ID: z.string(),
  },
  optional: {
    PAYPAL_API_BASE: urlSetting.default('https://api-m.paypal.com'),
    PAYPAL_CERT_BASE: urlSetting.default('https://api.paypal.com'),
  },
  open: (settings, { brand, sandbox }) => {
    const { payments, mandates } = createPaypal({
      clientId: settings.PAYPAL_CLIENT_ID,
      clientSecret: settings.PAYPAL_CLIENT_SECRET,
      apiBase: settings.PAYPAL_API_BASE,
      brand,
      sandbox,
    })
    const { PAYPAL_WEBHOOK_ID: webhookId, PAYPAL_CERT_BASE: certBase } = settings
    return { providers: [payments], mandates, ...createPaypalWebhook({ webhookId, certBase }) }
  },
})

export interface Paypal {
  readonly payments: PaymentProvider
  readonly mandates: PushProvider
}

/** PayPal by its REST API: one client, with one access token. */
export function createPaypal(options: PaypalOptions): Paypal {
  const send = createPaypalClient(options)
  return { payments: createPaypalPayments(options, send), mandates: createPaypalSubscriptions(options, send) }
}
