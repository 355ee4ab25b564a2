import type { NewMandate, ProviderCatalogue } from '#server/domains/agreements/ports.ts'
import type { PaypalClient, PaypalOptions } from './paypal-client.ts'
import { catalogueIdOf, planBody, planNameOf } from './paypal-subscriptions.rules.ts'

const PRODUCT = 'product'

/** PayPal's catalogue: one product, and its plans. Each is made once, under a derived id, and remembered. */
export function createPaypalPlans(options: PaypalOptions, send: PaypalClient) {
  return { planOf }

  /** The id of PayPal's plan, which is made once. @returns undefined when there was no answer */
  async function planOf(mandate: NewMandate, catalogue: ProviderCatalogue): Promise<string | undefined> {
    const productId = await kept(catalogue, PRODUCT, {
      path: '/v1/catalogs/products',
      body: { name: options.brand, type: 'SERVICE', category: 'ONLINE_SERVICES' },
    })
    if (productId === undefined) return undefined
    return kept(catalogue, planNameOf(mandate), { path: '/v1/billing/plans', body: planBody(mandate, productId) })
  }

  async function kept(
    catalogue: ProviderCatalogue,
    name: string,
    { path, body }: { path: string; body: object },
  ): Promise<string | undefined> {
    const known = await catalogue.find(name)
    if (known !== undefined) return known
    const response = await send({ method: 'POST', path, requestId: catalogueIdOf(name), body })
    const id = response && response.status < 300 ? response.body.id : undefined
    return id === undefined ? undefined : catalogue.keep(name, id)
  }
}
