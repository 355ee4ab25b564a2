import { describe, expect, test } from 'vitest'
import type { UserProfile } from '#contract/accounts.ts'
import { balancesOf, fullNumber, groupedNumber, readableNumber } from './balances.ts'

const profile = {
  contractStatus: 'disabled',
  partner: 'anyplex',
  pointsMonthly: 24,
  pointsRecharge: 170,
  tickets: 2,
  name: '陳子晴',
  mobileno: '91234567',
  areaCode: '852',
  email: 'a@example.com',
  emailValid: true,
  birthday: '1994-05-12',
  gender: 'female',
  genres: [],
  extraCredits: 0,
  creditsExpireAt: '2026-12-20T16:00:00Z',
  monthlyExpireAt: '2026-12-20T16:00:00Z',
  rechargeExpireAt: '2027-11-23T04:00:00Z',
  ticketsExpireAt: '2027-01-01T00:00:00Z',
  trialEligible: true,
  parentalStatus: 'on',
  quality: 'auto',
  language: 'zh_HK',
  agreeMarketing: false,
} satisfies UserProfile

describe('the means of payment depend on the partner', () => {
  test.each(['anyplex', 'movie6'])('%s has credits and shows no tickets', (partner) => {
    expect(balancesOf({ ...profile, partner })).toEqual({
      kind: 'credits',
      total: 194,
      monthly: { amount: 24, expiresAt: '2026-12-20T16:00:00Z' },
      extra: { amount: 170, expiresAt: '2027-11-23T04:00:00Z' },
      expiresAt: '2026-12-20T16:00:00Z',
    })
  })

  test.each(['hgc', 'clp', 'suntel'])('%s has tickets and shows no credits', (partner) => {
    expect(balancesOf({ ...profile, partner })).toEqual({
      kind: 'tickets',
      total: 2,
      expiresAt: '2027-01-01T00:00:00Z',
    })
  })
})

test('a number is shown in fours, one of another length as it is', () => {
  expect(groupedNumber('91234567')).toBe('9123 4567')
  expect(groupedNumber('123')).toBe('123')
  expect(fullNumber('853', '66123456')).toBe('+853 6612 3456')
})

test('a number of Hong Kong or Macau is grouped as elsewhere, one of another country stays as it was typed', () => {
  expect(readableNumber('+85291234567')).toBe('+852 9123 4567')
  expect(readableNumber('+85366123456')).toBe('+853 6612 3456')
  expect(readableNumber('+442079460000')).toBe('+442079460000')
})
