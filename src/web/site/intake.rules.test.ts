import { describe, expect, test } from 'vitest'
import { maskedNumber, readIntake } from './intake.rules.ts'

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
    const { rest, claim, language } = readIntake(hash, undefined)
    expect(rest).toBeUndefined()
    expect(claim).toBeUndefined()
    expect(language).toBeUndefined()
  })

  test('language, token, mobile number and area code leave the address, the place stays', () => {
    const intake = readIntake(
      '#/play?programId=a&token=secret&programGuid=b&mobileno=91234567&areaCode=852&language=en_US',
      undefined,
    )
    expect(intake.rest).toBe('#/play?programId=a&programGuid=b')
    expect(intake.language).toBe('en_US')
    expect(intake.number).toEqual({ mobileno: '91234567', areaCode: '852' })
    expect(intake.claim).toEqual({
      kind: 'enter',
      token: 'secret',
      profileId: undefined,
      at: '/play?programId=a&programGuid=b',
    })
  })

  test('the host-replaced form brings a profile to choose, and its mode is not believed', () => {
    const intake = readIntake('#/category/list?hostReplaced=1&token=t&profileId=p&mode=user&mobileno=6', undefined)
    expect(intake.rest).toBe('#/category/list')
    expect(intake.claim).toEqual({ kind: 'enter', token: 't', profileId: 'p', at: '/category/list' })
    expect(JSON.stringify(intake)).not.toContain('user')
  })

  test('words that are not what they should be are taken away and not used', () => {
    const intake = readIntake('#/?language=xx&mobileno=<b>&areaCode=8%2052&token=', 'mine')
    expect(intake).toMatchObject({ rest: '#/', language: undefined, number: {}, claim: undefined })
  })
})

describe('who shall be signed in', () => {
  const claimOf = (token: string, present?: string) =>
    readIntake(`#/?hostReplaced=1&token=${token}`, present).claim?.kind

  test.each([
    ['a stranger’s token, to a visitor', 'new', undefined, 'enter'],
    ['another token, to a member', 'new', 'mine', 'enter'],
    ['the token that is here already', 'mine', 'mine', undefined],
    ['UNKNOWN, to a member', 'UNKNOWN', 'mine', 'leave'],
    ['UNKNOWN, to a visitor', 'UNKNOWN', undefined, undefined],
  ])('%s', (_, token, present, expected) => {
    expect(claimOf(token, present)).toBe(expected)
  })
})

test('a number is named by its first half only', () => {
  expect(maskedNumber('91234567')).toBe('9123 ****')
})
