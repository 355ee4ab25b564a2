import { antom } from './antom/antom.ts'
import { btcpay } from './btcpay/btcpay.ts'
import { payasia } from './payasia/payasia.ts'
import { payme } from './payme/payme.ts'
import type { PaymentAdapter } from './payment-adapter.ts'
import { paypal } from './paypal/paypal.ts'
import { wechat } from './wechat/wechat.ts'

/** Of two that offer the same kind, the first one takes it. */
export const PAYMENT_ADAPTERS: readonly PaymentAdapter[] = [paypal, antom, wechat, payme, payasia, btcpay]
