import { expect, test } from 'vitest'
import { openSenders, type SendersConfig, switchedProvider } from './senders.ts'

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

const BOTH = {
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'secret',
  TWILIO_FROM: '#Harbour',
  SMPP_URL: 'smpp://me:p%40ss@127.0.0.1:1',
  SMPP_SOURCE: '#Harbour',
}

test('another provider stands in until the switch ends, and receipts of both are read', async () => {
  const now = Temporal.Instant.from('2026-11-21T04:00:00Z')
  let at = now
  const sms = { provider: 'twilio', until: '2026-11-21T13:00:00+08:00' } as const
  const senders = openSenders(
    { SMS_PARTY: 'smpp', ...BOTH },
    { print: () => undefined, onReceipt: () => undefined, switchedProvider: () => switchedProvider(sms, at) },
  )
  expect(senders.smsProviders).toEqual(['twilio', 'smpp'])
  expect([senders.sms.name, senders.currentSms().name]).toEqual(['smpp', 'twilio'])
  expect(senders.receipts?.provider.name).toBe('twilio')
  at = now.add({ hours: 1 })
  expect(senders.currentSms().name).toBe('smpp')
  await senders.close()
})

test('where SMS stay in the terminal none is switched to a provider', async () => {
  const senders = openSenders(
    { SMS_PARTY: 'terminal', ...BOTH },
    { print: () => undefined, onReceipt: () => undefined, switchedProvider: () => 'twilio' },
  )
  expect([senders.currentSms().name, senders.smsProviders]).toEqual(['terminal', []])
  await senders.close()
})

test('a provider without all its settings cannot stand in', async () => {
  const { TWILIO_FROM: _, ...half } = BOTH
  const senders = openSenders(
    { SMS_PARTY: 'smpp', ...half },
    { print: () => undefined, onReceipt: () => undefined, switchedProvider: () => 'twilio' },
  )
  expect([senders.currentSms().name, senders.smsProviders]).toEqual(['smpp', ['smpp']])
  await senders.close()
})
