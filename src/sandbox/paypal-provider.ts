import { createPrivateKey, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Context } from './context.ts'
import type { SandboxProvider } from './sandbox-provider.ts'
import { approvePaypal, CERTIFICATE_PATH, completePaypal, createPaypalRoutes } from './paypal.ts'
import { createCatalogueRoutes } from './paypal-catalogue.ts'
import { createReportingRoutes } from './paypal-reporting.ts'
import { createSaleRoutes } from './paypal-sales.ts'
import { createSubscriptionRoutes } from './paypal-subscriptions.ts'
import type { Delivery } from './sandbox-model.ts'

export const paypalProvider: SandboxProvider = {
  routes: (context) => [
    ...createPaypalRoutes(context),
    ...createCatalogueRoutes(context),
    ...createSubscriptionRoutes(context),
    ...createSaleRoutes(context),
    ...createReportingRoutes(context),
  ],
  pages: [{ path: '/checkoutnow', parameter: 'token', returns: true }],
  nameOf: () => 'PayPal',
  decide: approvePaypal,
  complete: completePaypal,
  // PayPal names its order in the query of the return page.
  returnTo: (url, { id }) => url.searchParams.set('token', id),
  // 25 attempts in three days.
  retryMinutes: [1, 2, 5, 10, 30, 60, ...Array.from({ length: 18 }, () => 225)],
  contentType: 'application/json',
  headers,
  isAccepted: (status) => status === 200,
}

function headers(context: Context, _: string, { id, body, forged }: Delivery): Record<string, string> {
  const time = Temporal.Now.instant().toString({ smallestUnit: 'second' })
  const text = [id, time, context.state.secrets.webhookId, crc32(body)].join('|')
  const signature = sign('sha256', Buffer.from(text), createPrivateKey(context.state.keys.paypal))
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': context.url() + CERTIFICATE_PATH,
    'paypal-transmission-sig': (forged ? broken(signature) : signature).toString('base64'),
  }
}

/** A signature with one bit flipped. */
function broken(signature: Buffer): Buffer {
  const copy = Buffer.from(signature)
  copy[0]! ^= 1
  return copy
}
