import { expect, test } from 'vitest'
import { requireReturnUrls } from './return-urls.rules.ts'

const OURS = 'https://harbour.test'
const isOurs = (origin: string) => origin === OURS
const require = (continueUrl: string, cancelUrl = `${OURS}/`) => requireReturnUrls({ continueUrl, cancelUrl }, isOurs)

test.each([
  OURS,
  `${OURS}/`,
  `${OURS}/#/paypiont?type=paypal`,
  `${OURS}/?a=1#/subscription-result`,
  `${OURS}#/paypiont`,
  'HTTPS://Harbour.test/#/giftcard',
])('%s is a page of ours', (url) => {
  expect(() => require(url)).not.toThrow()
})

test.each([
  'https://evil.test/',
  'https://harbour.test.evil.test/',
  'https://harbour.test@evil.test/',
  'https://user:secret@harbour.test/',
  'https://harbour.test:8443/',
  'https://harbour.test:443/',
  '//harbour.test/',
  '/#/paypiont',
  'javascript:alert(1)',
  'https:harbour.test/',
  'https:\\\\harbour.test\\',
  'https://harbour.test\\@evil.test/',
  'https://harbour.test/\\evil.test',
  'https://harbour.test//evil.test',
  'https://harbour.test/%2Fevil.test',
  'https://harbour.test/%5cevil.test',
  'https://harbour.test/..//evil.test',
  'https://harbour.test/.//evil.test/',
  'https://harbour.test/%2e%2e//evil.test',
  'https://harbour.test/%0d%0aLocation:x',
  'https://harbour.test/#/a%00b',
  'https://harbour.test/#//evil.test',
  'https://harbour.test/#%2f%2fevil.test',
  'https://harbour.test#/\\evil.test',
  ' https://harbour.test/',
  'https://harbour.test/\n',
  'https://harbour.test/a\tb',
  'https://harbour.test/\u202Ea',
  '',
])('%j is refused, also as the page after a cancellation', (url) => {
  const refusal = (field: string) =>
    expect.objectContaining({ code: 'INVALID_INPUT', details: { fields: { [field]: 'RETURN_URL' } } })
  expect(() => require(url)).toThrow(refusal('continueURL'))
  expect(() => require(`${OURS}/`, url)).toThrow(refusal('cancelURL'))
})
