import { describe, expect, test } from 'vitest'
import { maskedNumber, parseUrlSession, withoutPersonal } from './url-session.rules.ts'

describe('what a link carries', () => {
  test.each([
    '#/category/list',
    '#/category/rolling-category?categoryId=x&genre=drama',
    '#/play?programId=a&programGuid=a&position=3',
    '#/profile?profileId=p1',
    '#/subscription-result?type=alipay&mode=x',
    '',
    '#',
  ])('%s carries nothing and is left as it is', (hash) => {
    const { rest, claim, language } = parseUrlSession(hash, undefined)
    expect(rest).toBeUndefined()
    expect(claim).toBeUndefined()
    expect(language).toBeUndefined()
  })

  test('language, token, mobile number and area code leave the address, the place stays', () => {
    const parsed = parseUrlSession(
      '#/play?programId=a&token=secret&programGuid=b&mobileno=91234567&areaCode=852&language=en_US',
      undefined,
    )
    expect(parsed.rest).toBe('#/play?programId=a&programGuid=b')
    expect(parsed.language).toBe('en_US')
    expect(parsed.number).toEqual({ mobileno: '91234567', areaCode: '852' })
    expect(parsed.claim).toEqual({
      kind: 'enter',
      token: 'secret',
      profileId: undefined,
      at: '/play?programId=a&programGuid=b',
    })
  })

  test('the host-replaced form brings a profile to choose, and its mode is not believed', () => {
    const parsed = parseUrlSession('#/category/list?hostReplaced=1&token=t&profileId=p&mode=user&mobileno=6', undefined)
    expect(parsed.rest).toBe('#/category/list')
    expect(parsed.claim).toEqual({ kind: 'enter', token: 't', profileId: 'p', at: '/category/list' })
    expect(JSON.stringify(parsed)).not.toContain('user')
  })

  test('words that are not what they should be are taken away and not used', () => {
    const parsed = parseUrlSession('#/?language=xx&mobileno=<b>&areaCode=8%2052&token=', 'mine')
    expect(parsed).toMatchObject({ rest: '#/', language: undefined, number: {}, claim: undefined })
  })
})

describe('parameters outside of the hash’s query', () => {
  test.each([
    ['?token=secret', ''],
    ['?token=', ''],
    ['?authCode=281023&authState=AG20261129', ''],
    ['?subscription_id=I-BW452GLLEP1G&ba_token=BA-1&token=EC-1&PayerID=QYR5Z8XDVJNXQ', ''],
    ['?authState=AG1&utm_source=mail', '?utm_source=mail'],
    ['?utm_source=mail&token=secret&mobileno=91234567&areaCode=852&hostReplaced=1', '?utm_source=mail'],
    ['?token=a&token=b&x=1', '?x=1'],
    ['', undefined],
    ['?utm_source=mail&language=en_US', undefined],
  ])('%s before the hash becomes %j', (search, rest) => {
    expect(withoutPersonal(search)).toBe(rest)
  })

  test.each([
    ['#token=secret', '#'],
    ['#/token=secret', '#'],
    ['#token=secret&mobileno=91234567', '#'],
    ['#/category/list&token=secret', '#/category/list'],
    ['#/category/list&token=secret?genre=drama', '#/category/list?genre=drama'],
    ['#token=secret?language=en_US', '#'],
  ])('%s becomes %j, and asks for no session', (hash, rest) => {
    const parsed = parseUrlSession(hash, undefined)
    expect(parsed).toMatchObject({ rest, claim: undefined, number: {} })
  })

  test('a second question mark hides nothing', () => {
    const { rest, claim } = parseUrlSession('#/category/list?genre=drama?token=secret', undefined)
    expect(rest).toBe('#/category/list?genre=drama')
    expect(claim).toMatchObject({ token: 'secret' })
  })

  test.each(['#/search&more', '#/category/list&tokens=1', '#/a=b'])('%s is left as it is', (hash) => {
    expect(parseUrlSession(hash, undefined).rest).toBeUndefined()
  })
})

test('a browser that does not count a query’s words (Safari 14, Chrome 80) takes them away all the same', () => {
  const size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, 'size')!
  delete (URLSearchParams.prototype as { size?: number }).size
  try {
    expect(parseUrlSession('#/play?programId=a&token=secret', undefined).rest).toBe('#/play?programId=a')
    expect(parseUrlSession('#/play?programId=a', undefined).rest).toBeUndefined()
    expect(withoutPersonal('?token=secret&x=1')).toBe('?x=1')
  } finally {
    Object.defineProperty(URLSearchParams.prototype, 'size', size)
  }
})

describe('who shall be signed in', () => {
  const claimOf = (token: string, present?: string) =>
    parseUrlSession(`#/?hostReplaced=1&token=${token}`, present).claim?.kind

  test.each([
    ['another account’s token, to a visitor', 'new', undefined, 'enter'],
    ['another token, to a member', 'new', 'mine', 'enter'],
    ['the token that is here already', 'mine', 'mine', undefined],
    ['UNKNOWN, to a member', 'UNKNOWN', 'mine', 'leave'],
    ['UNKNOWN, to a visitor', 'UNKNOWN', undefined, undefined],
  ])('is decided by the token of the address: %s', (_, token, present, expected) => {
    expect(claimOf(token, present)).toBe(expected)
  })
})

test('a number is named by its first half only', () => {
  expect(maskedNumber('91234567')).toBe('9123 ****')
})
