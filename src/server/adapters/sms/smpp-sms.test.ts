import type { Server } from 'node:net'
import smpp from 'smpp'
import { afterEach, expect, test } from 'vitest'
import type { Receipt, SmsSender } from '#server/domains/messages/ports.ts'
import { createSmppSms, type SmppOptions } from './smpp-sms.ts'

const sms = (text: string) => ({ messageId: 'm1', to: '+85291234567', text })

let server: Server | undefined
let sender: SmsSender | undefined
const sessions: smpp.Session[] = []
afterEach(async () => {
  await sender?.close()
  for (const session of sessions.splice(0)) session.destroy()
  server?.close()
  sender = undefined
})

type ServerReply = { command_status?: number; message_id?: string } | 'silence' | 'cut'

/** An SMS centre, using the library's own server. */
async function startSmsCentre(reply: (pdu: smpp.Pdu) => ServerReply, change: Partial<SmppOptions> = {}) {
  const submitted: smpp.Pdu[] = []
  let binds = 0
  server = smpp.createServer((session) => {
    sessions.push(session)
    session.on('error', () => undefined)
    session.on('bind_transceiver', (pdu: smpp.Pdu) => {
      binds += 1
      const isRight = pdu.system_id === 'harbour' && pdu.password === 'secret'
      session.send(pdu.response(isRight ? {} : { command_status: 0x0e }))
    })
    session.on('unbind', (pdu: smpp.Pdu) => {
      session.send(pdu.response())
      session.close()
    })
    session.on('submit_sm', (pdu: smpp.Pdu) => {
      submitted.push(pdu)
      const result = reply(pdu)
      if (result === 'cut') session.destroy()
      else if (result !== 'silence') session.send(pdu.response({ command_status: 0, ...result }))
    })
  })
  const listening = server
  await new Promise<void>((done) => listening.listen(0, '127.0.0.1', () => done()))
  const address = listening.address()
  const port = typeof address === 'object' && address ? address.port : 0
  sender = createSmppSms({
    host: '127.0.0.1',
    port,
    tls: false,
    systemId: 'harbour',
    password: 'secret',
    source: '#Harbour',
    timeoutMs: 400,
    ...change,
  })
  return { submitted, sender, binds: () => binds }
}

const textOf = (pdu: smpp.Pdu) => String((pdu.short_message?.message || pdu.message_payload?.message) ?? '')

test('sends Chinese as UCS-2 and requests a receipt; binds once', async () => {
  const { submitted, sender, binds } = await startSmsCentre(() => ({ message_id: 'x1' }))
  const text = '【港映】註冊驗證碼：123450'
  expect(await sender.send(sms(text))).toEqual({ providerId: 'x1' })
  await Promise.all([sender.send(sms(text)), sender.send(sms(text))])
  expect(binds()).toBe(1)
  expect(submitted).toHaveLength(3)
  expect(textOf(submitted[0]!)).toBe(text)
  expect(submitted[0]).toMatchObject({
    destination_addr: '85291234567',
    source_addr: '#Harbour',
    source_addr_ton: 5,
    data_coding: 8,
    registered_delivery: 1,
  })
})

test('sends English in the default alphabet; a numeric source has the international type', async () => {
  const { submitted, sender } = await startSmsCentre(() => ({ message_id: 'x1' }), { source: '+85230001000' })
  await sender.send(sms('Harbour: your code is 123450'))
  expect(submitted[0]).toMatchObject({ data_coding: 0, source_addr: '85230001000', source_addr_ton: 1 })
  expect(textOf(submitted[0]!)).toBe('Harbour: your code is 123450')
})

test('sends a text longer than one segment completely', async () => {
  const { submitted, sender } = await startSmsCentre(() => ({ message_id: 'x1' }))
  const text = '港'.repeat(100)
  await sender.send(sms(text))
  expect(textOf(submitted[0]!)).toBe(text)
})

test.each([
  ['an invalid number', { command_status: 0x0b }, 'refused', 'SMPP: status 0xb'],
  ['throttling', { command_status: 0x58 }, 'busy', 'SMPP: status 0x58'],
  ['a full queue', { command_status: 0x14 }, 'busy', 'SMPP: status 0x14'],
  ['no response', 'silence', 'unknown', 'SMPP: no answer in time'],
  ['a session closed before the response', 'cut', 'unknown', 'SMPP: the session broke before the answer'],
] as const)('a send that meets %s fails with whether to retry it', async (_what, answer, failure, message) => {
  const { sender } = await startSmsCentre(() => answer)
  await expect(sender.send(sms('x'))).rejects.toMatchObject({ name: 'SendError', failure, message })
})

test('binds again after a broken session', async () => {
  let cuts = 1
  const { sender, binds } = await startSmsCentre(() => (cuts-- > 0 ? 'cut' : { message_id: 'x2' }))
  await sender.send(sms('x')).catch(() => undefined)
  await expect.poll(() => sender.send(sms('x')).catch(() => undefined)).toEqual({ providerId: 'x2' })
  expect(binds()).toBe(2)
})

test('wrong credentials and refused connections: nothing was sent, so a retry is safe', async () => {
  const { sender } = await startSmsCentre(() => ({}), { password: 'wrong' })
  await expect(sender.send(sms('x'))).rejects.toMatchObject({
    failure: 'busy',
    message: 'SMPP: bind refused, status 0xe',
  })
  const nowhere = createSmppSms({
    host: '127.0.0.1',
    port: 1,
    tls: false,
    systemId: 'h',
    password: 's',
    source: 'H',
    timeoutMs: 400,
  })
  await expect(nowhere.send(sms('x'))).rejects.toMatchObject({ failure: 'busy', message: 'SMPP: ECONNREFUSED' })
})

test.each([
  [
    'by its fields',
    { receipted_message_id: 'x1', message_state: 2 },
    { provider: 'smpp', providerId: 'x1', state: 'delivered' },
  ],
  [
    'by its text',
    { short_message: 'id:x1 sub:001 dlvrd:001 submit date:2611210400 done date:2611210401 stat:DELIVRD err:000' },
    { providerId: 'x1', state: 'delivered' },
  ],
  [
    'a failure',
    { short_message: 'id:x1 stat:UNDELIV err:001' },
    { providerId: 'x1', state: 'undelivered', problem: 'SMPP: UNDELIV' },
  ],
  ['under way', { short_message: 'id:x1 stat:ENROUTE' }, undefined],
  ['a person’s answer', { short_message: 'STOP', esm_class: 0 }, undefined],
  ['a person’s imitation', { short_message: 'id:x1 stat:DELIVRD', esm_class: 0 }, undefined],
])('a receipt is understood, anything else is not: %s', async (_what, fields, receipt) => {
  const receipts: Receipt[] = []
  const { sender } = await startSmsCentre(() => ({ message_id: 'x1' }), {
    onReceipt: (receipt) => receipts.push(receipt),
  })
  await sender.send(sms('x'))
  await new Promise((done) =>
    sessions[0]!.deliver_sm({ source_addr: '85291234567', destination_addr: 'H', esm_class: 4, ...fields }, done),
  )
  expect(receipts).toMatchObject(receipt ? [receipt] : [])
  expect(receipts).toHaveLength(receipt ? 1 : 0)
})
