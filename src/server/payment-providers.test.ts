import { expect, test } from 'vitest'
import { openPaymentProviders } from './payment-providers.ts'

const PAYASIA = {
  PAYASIA_MERCHANT_TOKEN: 'token',
  PAYASIA_SECRET: 'secret',
  PAYASIA_PAGE_BASE: 'https://page.example',
  PAYASIA_API_BASE: 'https://api.example',
}

test('the pages’ policy names the base of every provider to which a page posts a form, and no other', () => {
  expect(openPaymentProviders(PAYASIA as never, undefined).formBases).toEqual(['https://page.example'])
})

test('without a provider that takes forms it names none', () => {
  expect(openPaymentProviders({} as never, undefined).formBases).toEqual([])
})
