import { expect, test } from 'vitest'
import { id } from '#contract/wire-values.ts'
import { agreementIdOf, chargeIdOf, providerChargeIdOf } from './agreement-ids.rules.ts'

const agreementId = agreementIdOf(Buffer.alloc(32), {
  accountId: 'account',
  kind: 'paypal',
  planVersionId: 'entertainment-pass.1',
  ordinal: 1,
})

test('the ids of cycles and charges are valid on the wire and begin with their agreement', () => {
  for (const purposeId of [chargeIdOf(agreementId, 120), providerChargeIdOf(agreementId, '5O190127TN364715T')]) {
    expect(id.safeParse(purposeId).success).toBe(true)
    expect(purposeId.startsWith(`${agreementId}.`)).toBe(true)
  }
})

test('another charge has another id', () => {
  expect(providerChargeIdOf(agreementId, 'one')).not.toBe(providerChargeIdOf(agreementId, 'other'))
  expect(providerChargeIdOf(agreementId, 'one')).toBe(providerChargeIdOf(agreementId, 'one'))
})
