import { expect, test } from 'vitest'
import { openSenders, type SendersConfig } from './senders.ts'

const open = (config: SendersConfig, lines: string[] = []) =>
  openSenders(config, { print: (line) => lines.push(line), onReceipt: () => undefined })

test('without a provider everything is shown in the terminal', async () => {
  const lines: string[] = []
  const { sms, mail, receipts } = open({ SMS_PARTY: 'terminal' }, lines)
  await sms.send({ messageId: 'm1', to: '+85291234567', text: '驗證碼：123450' })
  await mail.send({ messageId: 'm2', to: 'a@example.com', subject: 'Code', text: 'It is 123450', html: '' })
  expect(lines).toEqual(['SMS +85291234567: 驗證碼：123450', 'Email a@example.com: Code\nIt is 123450'])
  expect([sms.name, mail.name, receipts]).toEqual(['terminal', 'terminal', undefined])
})

test('each provider is opened by its own settings, and does not connect yet', async () => {
  const twilio = open({ SMS_PARTY: 'twilio', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'secret' })
  const smpp = open({
    SMS_PARTY: 'smpp',
    SMPP_URL: 'smpp://me:p%40ss@127.0.0.1:1',
    SMPP_SOURCE: '#Harbour',
    MAIL_URL: 'smtp://127.0.0.1:1',
  })
  expect([twilio.sms.name, smpp.sms.name, smpp.mail.name]).toEqual(['twilio', 'smpp', 'smtp'])
  expect(twilio.receipts?.provider.name).toBe('twilio')
  for (const sender of [twilio.sms, smpp.sms, smpp.mail]) await sender.close()
})
