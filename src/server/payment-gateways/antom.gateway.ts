import { type Antom, createAntom } from '#server/adapters/payments/antom/antom.ts'
import { webhookPath } from '#server/wire/hooks/webhooks.routes.ts'
import type { OpenedGateway, PaymentGateway } from './payment-gateway.ts'

export interface AntomAccess {
  readonly clientId: string
  readonly privateKey: string
  readonly publicKey: string
}

const opened = ({ payments, ...rest }: Antom): OpenedGateway => ({ providers: payments, ...rest })

/** Antom: `alipay`, and `octopus` where its payment method is named. */
export const antomGateway: PaymentGateway<AntomAccess> = {
  isConfigured: ({ ANTOM_CLIENT_ID }) => Boolean(ANTOM_CLIENT_ID),
  open: ({
    ANTOM_CLIENT_ID: clientId = '',
    ANTOM_PRIVATE_KEY: privateKey = '',
    ANTOM_PUBLIC_KEY: publicKey = '',
    ANTOM_OCTOPUS_METHOD: octopusMethod,
    ANTOM_API_BASE: apiBase,
    PUBLIC_URL,
  }) => {
    const notifyUrl = PUBLIC_URL && PUBLIC_URL + webhookPath('antom')
    return opened(createAntom({ clientId, privateKey, publicKey, octopusMethod, apiBase, notifyUrl, sandbox: false }))
  },
  openSandbox: (_, access, url) =>
    opened(createAntom({ ...access, octopusMethod: 'OCTOPUS', apiBase: url, notifyUrl: undefined, sandbox: true })),
}
