import { expect, test } from 'vitest'
import type { NextAction } from '#contract/payments.ts'
import { paymentStep } from './next-action.rules.ts'

const expiresAt = '2026-11-24T13:20:00Z'
const url = 'https://pay.example/1'
const qrText = 'https://qr.example/1'
const DESKTOP = { isPhone: false }
const PHONE = { isPhone: true }

test.each<[NextAction | undefined, { isPhone: boolean }, object]>([
  [undefined, DESKTOP, { kind: 'none' }],
  [{ type: 'redirect', url, expiresAt }, DESKTOP, { kind: 'leave', url }],
  [{ type: 'redirect', url, expiresAt }, PHONE, { kind: 'leave', url }],
  [{ type: 'form', url, fields: { a: '1' }, expiresAt }, DESKTOP, { kind: 'post', url, fields: { a: '1' } }],
  [{ type: 'qr', url, qrText, expiresAt }, DESKTOP, { kind: 'qr', text: qrText, url, expiresAt }],
  [{ type: 'qr', url, qrText, expiresAt }, PHONE, { kind: 'app', url, expiresAt }],
  [{ type: 'qr', url: '', qrText, expiresAt }, PHONE, { kind: 'qr', text: qrText, url: undefined, expiresAt }],
  [{ type: 'qr', url, expiresAt }, DESKTOP, { kind: 'none' }],
  [
    { type: 'qr', url: '', qrText, sandbox: true, expiresAt },
    DESKTOP,
    { kind: 'qr', text: qrText, url: undefined, sandboxUrl: qrText, expiresAt },
  ],
  [
    { type: 'qr', url: '', qrText: 'weixin://1', sandbox: true, expiresAt },
    DESKTOP,
    { kind: 'qr', text: 'weixin://1', url: undefined, expiresAt },
  ],
  [{ type: 'app', url: 'alipayhk://pay?1', expiresAt }, PHONE, { kind: 'app', url: 'alipayhk://pay?1', expiresAt }],
])('%o with %o leads to %o', (action, device, step) => {
  expect(paymentStep(action, device)).toEqual(step)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'javascript://%0aalert(1)', '', '/pay'])(
  'an address like %s is not followed',
  (bad) => {
    for (const type of ['redirect', 'form', 'app'] as const)
      expect(paymentStep({ type, url: bad, expiresAt }, DESKTOP)).toEqual({ kind: 'none' })
  },
)
