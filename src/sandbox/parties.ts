import { antomParty } from './antom-party.ts'
import type { Party } from './party.ts'
import { paypalParty } from './paypal-party.ts'
import type { ProviderName } from './sandbox-model.ts'
import { wechatParty } from './wechat.ts'

export const PARTIES: Readonly<Record<ProviderName, Party>> = {
  paypal: paypalParty,
  antom: antomParty,
  wechat: wechatParty,
}
