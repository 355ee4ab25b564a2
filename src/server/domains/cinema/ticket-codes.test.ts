import { expect, test } from 'vitest'
import { createTicketCodes, normalizeTicketCode } from './tickets.service.ts'

const codes = createTicketCodes(Buffer.alloc(32, 7))

test('each ticket has one code of twelve characters, without letters that are taken for digits', () => {
  const made = Array.from({ length: 1_000 }, (_, n) => codes.codeOf(`ticket-${n}`))
  expect(new Set(made).size).toBe(1_000)
  for (const code of made) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
  expect(codes.codeOf('ticket-0')).toBe(made[0])
  expect(createTicketCodes(Buffer.alloc(32, 8)).codeOf('ticket-0')).not.toBe(made[0])
})

test.each([
  ['k7qm 2xpd 9a3b', 'K7QM2XPD9A3B'],
  ['K7QM-2XPD-9A3B', 'K7QM2XPD9A3B'],
  ['ooil', '0011'],
])('%s is the code %s', (typed, code) => {
  expect(normalizeTicketCode(typed)).toBe(code)
})
