import { expect, test } from 'vitest'
import { payments as paymentsEn } from './en_US/payments-web.ts'
import { rentals as rentalsEn } from './en_US/rentals-web.ts'
import { payments as paymentsZh } from './zh_HK/payments-web.ts'
import { rentals as rentalsZh } from './zh_HK/rentals-web.ts'

test('the sentences of SPEC 8 about paying stand word for word', () => {
  expect(rentalsEn.notEnough).toBe('There is not enough credits to play this program')
  expect(rentalsEn.recharge).toBe('Insufficient points, please recharge')
  expect(paymentsEn.topUp.notStarted).toBe('Your transaction may not be completed.')
})

test('their Chinese equivalents are sentences of their own', () => {
  for (const sentence of [rentalsZh.notEnough, rentalsZh.recharge, paymentsZh.topUp.notStarted])
    expect(sentence).toMatch(/^\p{Script=Han}[\p{Script=Han}，。]+$/u)
})
