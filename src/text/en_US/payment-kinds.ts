import type { PaymentKind } from '#contract/payments.ts'

export const paymentKinds: Readonly<Record<PaymentKind, string>> = {
  paypal: 'PayPal',
  alipay: 'AlipayHK',
  octopus: 'Octopus',
  wechat: 'WeChat Pay',
  payme: 'PayMe',
  payasia: 'Payment Asia',
  crypto: 'Cryptocurrency',
}
