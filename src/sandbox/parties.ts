import { antomParty } from './antom-party.ts'
import { btcpayParty } from './btcpay.ts'
import type { Party } from './party.ts'
import { paymeParty } from './payme.ts'
import { payasiaParty } from './payasia.ts'
import { paypalParty } from './paypal-party.ts'
import type { ProviderName } from './sandbox-model.ts'
import { wechatParty } from './wechat.ts'

export const PARTIES: Readonly<Record<ProviderName, Party>> = {
  paypal: paypalParty,
  antom: antomParty,
  wechat: wechatParty,
  payme: paymeParty,
  payasia: payasiaParty,
  btcpay: btcpayParty,
}
