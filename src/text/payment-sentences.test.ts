import { expect, test } from 'vitest'
import { errors as errorsEn } from './en_US/errors.ts'
import { payments as paymentsEn } from './en_US/payments-web.ts'
import { rentals as rentalsEn } from './en_US/rentals-web.ts'
import { errors as errorsZh } from './zh_HK/errors.ts'
import { payments as paymentsZh } from './zh_HK/payments-web.ts'
import { rentals as rentalsZh } from './zh_HK/rentals-web.ts'

test('the sentences of SPEC 8 about paying stand word for word', () => {
  expect(rentalsEn.notEnough).toBe('There is not enough credits to play this program')
  expect(rentalsEn.recharge).toBe('Insufficient points, please recharge')
  expect(paymentsEn.topUp.notStarted).toBe('Your transaction may not be completed.')
  expect(errorsEn.INSUFFICIENT_CREDITS()).toBe('There is not enough credits to play this program.')
  expect(errorsEn.PAYMENT_NOT_STARTED({})).toBe('Your transaction may not be completed.')
  expect(errorsEn.SELLING_FAST()).toBe('Currently Selling fast, please try again later.')
})

test('their Chinese equivalents are sentences of their own', () => {
  const told = [errorsZh.INSUFFICIENT_CREDITS(), errorsZh.PAYMENT_NOT_STARTED({}), errorsZh.SELLING_FAST()]
  for (const sentence of [rentalsZh.notEnough, rentalsZh.recharge, paymentsZh.topUp.notStarted, ...told])
    expect(sentence).toMatch(/^\p{Script=Han}[\p{Script=Han}，。]+$/u)
})
