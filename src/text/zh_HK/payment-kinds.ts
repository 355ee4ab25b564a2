import type { PaymentKind } from '#contract/payments.ts'

/** The kinds of payment, as members and operators know them. */
export const paymentKinds: Readonly<Record<PaymentKind, string>> = {
  paypal: 'PayPal',
  alipay: 'AlipayHK',
  octopus: '八達通',
  wechat: '微信支付',
  payme: 'PayMe',
  payasia: 'Payment Asia',
  crypto: '加密貨幣',
}
