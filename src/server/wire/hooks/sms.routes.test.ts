import { expect, test } from 'vitest'
import type { Receipt } from '#server/domains/messages/index.ts'
import { createTestHttp } from '../../../../test/support/http.ts'
import { smsRoutes, TWILIO_RECEIPT_PATH, type SmsRoutes } from './sms.routes.ts'

test('a receipt is read with the address and fields as they came; a forged one changes nothing', async () => {
  const received: Receipt[] = []
  const asked: unknown[] = []
  const readReceipt: SmsRoutes['readReceipt'] = (request) => {
    asked.push(request)
    if (request.signature !== 'right') return 'forged'
    return request.fields.MessageStatus === 'sent'
      ? undefined
      : { provider: 'twilio', providerId: 'SM1', state: 'delivered' }
  }
  const messages = {
    received: async (receipt: Receipt) => received.push(receipt) > 0,
  } as unknown as SmsRoutes['messages']
  const { app } = await createTestHttp(() => {}, {
    media: (raw) => smsRoutes(raw, { messages, readReceipt, publicUrl: 'https://harbour.test' }),
  })
  const send = (signature: string, status: string) =>
    app.inject({
      method: 'POST',
      url: `${TWILIO_RECEIPT_PATH}?a=1`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
      payload: `MessageSid=SM1&MessageStatus=${status}`,
    })
  const statuses = [
    (await send('right', 'delivered')).statusCode,
    (await send('wrong', 'delivered')).statusCode,
    (await send('right', 'sent')).statusCode,
  ]
  expect(statuses).toEqual([204, 403, 204])
  expect(received).toEqual([{ provider: 'twilio', providerId: 'SM1', state: 'delivered' }])
  expect(asked[0]).toEqual({
    url: `https://harbour.test${TWILIO_RECEIPT_PATH}?a=1`,
    signature: 'right',
    fields: { MessageSid: 'SM1', MessageStatus: 'delivered' },
  })
  await app.close()
})
