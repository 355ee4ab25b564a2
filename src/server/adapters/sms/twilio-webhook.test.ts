import { expect, test } from 'vitest'
import { createTwilioWebhook, readTwilioReceipt, twilioSignature } from './twilio-sms.ts'

const TOKEN = 'secret-token'
const URL_ = 'https://harbour.test/hooks/twilio'

test('computes the signature of Twilio’s published test vector', () => {
  const form = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    From: '+12349013030',
    To: '+18005551212',
    Caller: '+12349013030',
    Digits: '1234',
  })
  expect(twilioSignature('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', form)).toBe(
    '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
  )
})

/** Verifies a correctly signed callback, with overrides. */
function verify(fields: Record<string, string>, change: { url?: string; body?: string; signature?: string } = {}) {
  const form = new URLSearchParams(fields)
  const signature = change.signature ?? twilioSignature(TOKEN, URL_, form)
  const request = {
    url: change.url ?? URL_,
    headers: { 'x-twilio-signature': signature },
    address: '203.0.113.9',
    body: Buffer.from(change.body ?? form.toString()),
  }
  return createTwilioWebhook(TOKEN).verify(request, Temporal.Now.instant())
}

test.each([
  ['delivered', { state: 'delivered' }],
  ['undelivered', { state: 'undelivered', problem: 'Twilio: code 30003' }],
  ['failed', { state: 'undelivered', problem: 'Twilio: code 30003' }],
])('%s produces one event and a receipt', (MessageStatus, receipt) => {
  const fields = { MessageSid: 'SM1', MessageStatus, ErrorCode: '30003' }
  expect(verify(fields)).toEqual({ outcome: 'verified', dedupKey: `SM1 ${receipt.state}` })
  const body = Buffer.from(new URLSearchParams(fields).toString())
  expect(readTwilioReceipt(body)).toEqual({ provider: 'twilio', providerId: 'SM1', ...receipt })
})

test.each(['queued', 'sent', 'sending'])('%s is not final and is ignored', (MessageStatus) => {
  expect(verify({ MessageSid: 'SM1', MessageStatus })).toEqual({ outcome: 'ignored' })
})

test.each([
  ['no signature', { signature: '' }],
  ['another signature', { signature: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }],
  ['another URL', { url: `${URL_}?x=1` }],
  ['another body', { body: 'MessageSid=SM2&MessageStatus=delivered' }],
])('rejects a callback with %s', (_, change) => {
  expect(verify({ MessageSid: 'SM1', MessageStatus: 'delivered' }, change)).toEqual({ outcome: 'forged' })
})
