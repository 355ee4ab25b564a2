import { expect, test } from 'vitest'
import { errors as errorsEn } from './en_US/errors.ts'
import { giftCards as giftCardsEn } from './en_US/gift-cards.ts'
import { payments as paymentsEn } from './en_US/payments.ts'
import { plans as plansEn } from './en_US/plans-web.ts'
import { rentals as rentalsEn } from './en_US/rentals.ts'
import { sales as salesEn } from './en_US/sales.ts'
import { staff as staffEn } from './en_US/staff.ts'
import { errors as errorsZh } from './zh_HK/errors.ts'
import { giftCards as giftCardsZh } from './zh_HK/gift-cards.ts'
import { payments as paymentsZh } from './zh_HK/payments.ts'
import { plans as plansZh } from './zh_HK/plans-web.ts'
import { rentals as rentalsZh } from './zh_HK/rentals.ts'
import { sales as salesZh } from './zh_HK/sales.ts'
import { staff as staffZh } from './zh_HK/staff.ts'

test('the sentences of SPEC 8 about paying stand word for word', () => {
  expect(rentalsEn.notEnough).toBe('There is not enough credits to play this program')
  expect(rentalsEn.recharge).toBe('Insufficient points, please recharge')
  expect(paymentsEn.topUp.notStarted).toBe('Your transaction may not be completed.')
  expect(errorsEn.INSUFFICIENT_CREDITS()).toBe('There is not enough credits to play this program.')
  expect(errorsEn.PAYMENT_NOT_STARTED()).toBe('Your transaction may not be completed.')
  expect(errorsEn.SELLING_FAST()).toBe('Currently Selling fast, please try again later.')
})

test('their Chinese equivalents are sentences of their own', () => {
  const told = [errorsZh.INSUFFICIENT_CREDITS(), errorsZh.PAYMENT_NOT_STARTED(), errorsZh.SELLING_FAST()]
  for (const sentence of [rentalsZh.notEnough, rentalsZh.recharge, paymentsZh.topUp.notStarted, ...told])
    expect(sentence).toMatch(/^\p{Script=Han}[\p{Script=Han}，。]+$/u)
})

// Screens show their own sentence, then the server's where it says more: in other words it would be said twice.
test.each([
  ['zh_HK', errorsZh, [paymentsZh.topUp, plansZh.card, giftCardsZh.buy, salesZh.bill, staffZh]],
  ['en_US', errorsEn, [paymentsEn.topUp, plansEn.card, giftCardsEn.buy, salesEn.bill, staffEn]],
] as const)(
  'in %s the server and every screen say in the same words that a payment did not start',
  (_, errors, screens) => {
    for (const { notStarted } of screens) expect(notStarted).toBe(errors.PAYMENT_NOT_STARTED())
  },
)

test.each([
  ['zh_HK', errorsZh, salesZh],
  ['en_US', errorsEn, salesEn],
] as const)('in %s the server and the screen say in the same words that something sells fast', (_, errors, sales) => {
  expect(sales.bill.sellingFast).toBe(errors.SELLING_FAST())
})
