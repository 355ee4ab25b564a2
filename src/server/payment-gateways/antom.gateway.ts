import { type Antom, createAntom } from '#server/adapters/payments/antom/antom.ts'
import { webhookPath } from '#server/wire/hooks/webhooks.routes.ts'
import type { OpenedGateway, PaymentGateway } from './payment-gateway.ts'

export interface AntomAccess {
  readonly clientId: string
  readonly privateKey: string
  readonly publicKey: string
}

const opened = ({ alipay, ...rest }: Antom): OpenedGateway => ({ providers: [alipay], ...rest })

/** Antom: `alipay`. */
export const antomGateway: PaymentGateway<AntomAccess> = {
  isConfigured: ({ ANTOM_CLIENT_ID }) => Boolean(ANTOM_CLIENT_ID),
  open: ({
    ANTOM_CLIENT_ID: clientId = '',
    ANTOM_PRIVATE_KEY: privateKey = '',
    ANTOM_PUBLIC_KEY: publicKey = '',
    ANTOM_API_BASE: apiBase,
    PUBLIC_URL,
  }) => {
    const notifyUrl = PUBLIC_URL && PUBLIC_URL + webhookPath('antom')
    return opened(createAntom({ clientId, privateKey, publicKey, apiBase, notifyUrl, sandbox: false }))
  },
  openSandbox: (_, access, url) =>
    opened(createAntom({ ...access, apiBase: url, notifyUrl: undefined, sandbox: true })),
}
