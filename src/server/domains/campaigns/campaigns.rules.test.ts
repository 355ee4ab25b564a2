import { describe, expect, test } from 'vitest'
import {
  deletedBefore,
  isOpenIn,
  newSubmissionNumber,
  normalizeSubmissionNumber,
  paragraphsOf,
  sentenceVersion,
  stateOf,
} from './campaigns.rules.ts'
import { isListedLink } from './campaign-import.rules.ts'

const at = (time: string) => Temporal.Instant.from(`2026-11-${time}+08:00`)
const NOVEMBER = { startsAt: at('01T00:00'), endsAt: at('20T00:00') }

test.each([
  ['before it begins', '2026-10-31T23:59:59+08:00', 'upcoming'],
  ['when it begins', '2026-11-01T00:00:00+08:00', 'running'],
  ['shortly before its end', '2026-11-19T23:59:59+08:00', 'running'],
  ['at its end', '2026-11-20T00:00:00+08:00', 'ended'],
])('%s a campaign is in its state', (_, now, state) => {
  expect(stateOf(NOVEMBER, Temporal.Instant.from(now))).toBe(state)
})

test('a campaign without a start or an end runs', () => {
  expect(stateOf({ startsAt: null, endsAt: null }, at('10T00:00'))).toBe('running')
})

test.each([
  [[], 'JP', true],
  [['HK', 'MO'], 'MO', true],
  [['HK'], 'MO', false],
])('a campaign for %j is open in %s: %s', (regions, region, isOpen) => {
  expect(isOpenIn(regions, region)).toBe(isOpen)
})

test('paragraphs are apart by an empty line', () => {
  expect(paragraphsOf('一。\n二。\n\n \n三。\n')).toEqual(['一。\n二。', '三。'])
  expect(paragraphsOf('')).toEqual([])
})

test('another sentence in either language has another version', () => {
  const sentence = { zh_HK: '同意', en_US: 'Agree' }
  const version = sentenceVersion('A', 'terms', sentence)
  expect(sentenceVersion('A', 'terms', { ...sentence })).toBe(version)
  const others = [
    sentenceVersion('B', 'terms', sentence),
    sentenceVersion('A', 'marketing', sentence),
    sentenceVersion('A', 'terms', { ...sentence, en_US: 'I agree' }),
    sentenceVersion('A', 'terms', { ...sentence, zh_HK: '我同意' }),
  ]
  expect(new Set([version, ...others]).size).toBe(5)
})

test('a number is quoted in two groups, and understood however it is typed', () => {
  const number = newSubmissionNumber()
  expect(number).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  expect(normalizeSubmissionNumber(` ${number.toLowerCase().replace('-', ' ')} `)).toBe(number)
  expect(normalizeSubmissionNumber('K7')).toBe('K7')
})

test('submissions are kept for 180 days after the end', () => {
  expect(deletedBefore(at('20T00:00')).toString()).toBe('2026-05-23T16:00:00Z')
})

describe('a link', () => {
  test.each([
    '/',
    '/warriors48',
    '/category/rolling-category?categoryId=rain&sort=new',
    'https://www.example.hk/rules?a=1#b',
  ])('leads to %s', (to) => {
    expect(isListedLink(to, ['www.example.hk'])).toBe(true)
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/a//b',
    'javascript:alert(1)',
    'http://www.example.hk/',
    'https://example.hk/',
    'https://www.example.hk.evil.example/',
    'https://www.example.hk@evil.example/',
    'https://www.example.hk:8443/',
    'https://www.example.hk\\@evil.example/',
    'https://WWW.example.hk/',
    'warriors48',
    '#/warriors48',
    '/a b',
    '',
  ])('does not lead to %j', (to) => {
    expect(isListedLink(to, ['www.example.hk'])).toBe(false)
  })
})
