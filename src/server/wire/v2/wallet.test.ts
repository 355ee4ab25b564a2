import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/languages.ts'
import { toStatementFile, toStatementLine } from './wallet.ts'

const NAMES = new Map([['train', { zh: '北行慢車', en: 'Slow Train North' }]])
const AT = Temporal.Instant.from('2026-11-22T13:20:00Z')

const textOf = (kind: string, language: (typeof LANGUAGES)[number]): string =>
  toStatementLine(
    { postingId: 1, at: AT, kind, subject: 'train', reason: '', bucket: 'recharged', change: -20, balance: 30 },
    NAMES,
    language,
  ).text

const KINDS = [
  'rent',
  'screening',
  'restore',
  'topup',
  'code',
  'plan',
  'expire',
  'forfeit',
  'void',
  'hold',
  'release',
  'clawback',
  'loss',
  'correction',
]

test.each(LANGUAGES)('every booking of credits has a sentence of its own in a statement: %s', (language) => {
  const other = textOf('unknown', language)
  expect(KINDS.filter((kind) => textOf(kind, language) === other)).toEqual([])
})

test('a private screening is listed by its title', () => {
  expect(textOf('screening', 'zh_HK')).toBe('私人影院《北行慢車》')
  expect(textOf('screening', 'en_US')).toBe('Private screening of Slow Train North')
})

test('credits that a refund took back stay taken back: the line does not say that it is still running', () => {
  expect(textOf('hold', 'zh_HK')).toBe('退款扣回點數')
  expect(textOf('hold', 'en_US')).toBe('Credits taken back for a refund')
})

test('the times of a statement file are those of Hong Kong, with their offset', () => {
  const list = [
    { at: '2026-11-22T16:20:00Z', kind: 'rent', text: '=租借', bucket: 'monthly', change: -28, balance: 2 },
  ] as const
  const [head, line] = new TextDecoder().decode(toStatementFile(list, 'zh_HK')).split('\r\n')
  expect(head).toContain('"')
  expect(line).toMatch(/^2026-11-23T00:20:00\+08:00,"'=租借",".+",-28,2$/)
})
