import { expect, test } from 'vitest'
import type { PaymentKind } from '#contract/payments.ts'
import { usualKind } from './offered-kinds.rules.ts'

test.each<[PaymentKind[], PaymentKind | undefined]>([
  [['paypal', 'alipay', 'wechat'], 'alipay'],
  [['paypal', 'octopus'], 'octopus'],
  [['paypal'], 'paypal'],
  [['crypto', 'paypal'], 'paypal'],
  [['paypal', 'crypto'], 'paypal'],
  [['paypal', 'crypto', 'alipay'], 'alipay'],
  [['crypto'], 'crypto'],
  [[], undefined],
])('of %j, %s is chosen at first', (kinds, first) => {
  expect(usualKind(kinds)).toBe(first)
})
