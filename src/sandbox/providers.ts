import { antomProvider } from './antom-provider.ts'
import { btcpayProvider } from './btcpay.ts'
import type { SandboxProvider } from './sandbox-provider.ts'
import { paymeProvider } from './payme.ts'
import { payasiaProvider } from './payasia.ts'
import { paypalProvider } from './paypal-provider.ts'
import type { ProviderName } from './sandbox-model.ts'
import { wechatProvider } from './wechat.ts'

export const PROVIDERS: Readonly<Record<ProviderName, SandboxProvider>> = {
  paypal: paypalProvider,
  antom: antomProvider,
  wechat: wechatProvider,
  payme: paymeProvider,
  payasia: payasiaProvider,
  btcpay: btcpayProvider,
}
