import type { Server } from 'node:net'
import smpp from 'smpp'
import { afterEach, expect, test } from 'vitest'
import type { Receipt, SmsSender } from '#server/domains/messages/ports.ts'
import { createSmppSms, type SmppOptions } from './smpp-sms.ts'

const sms = (text: string) => ({ messageId: 'm1', to: '+85291234567', text })

let server: Server | undefined
let sender: SmsSender | undefined
const lines: smpp.Session[] = []
afterEach(async () => {
  await sender?.close()
  for (const line of lines.splice(0)) line.destroy()
  server?.close()
  sender = undefined
})

type Answer = { command_status?: number; message_id?: string } | 'silence' | 'cut'

/** An operator's centre, by the library's own server. */
async function centre(answer: (pdu: smpp.Pdu) => Answer, change: Partial<SmppOptions> = {}) {
  const submitted: smpp.Pdu[] = []
  let binds = 0
  server = smpp.createServer((line) => {
    lines.push(line)
    line.on('error', () => undefined)
    line.on('bind_transceiver', (pdu: smpp.Pdu) => {
      binds += 1
      const isRight = pdu.system_id === 'harbour' && pdu.password === 'secret'
      line.send(pdu.response(isRight ? {} : { command_status: 0x0e }))
    })
    line.on('unbind', (pdu: smpp.Pdu) => {
      line.send(pdu.response())
      line.close()
    })
    line.on('submit_sm', (pdu: smpp.Pdu) => {
      submitted.push(pdu)
      const said = answer(pdu)
      if (said === 'cut') line.destroy()
      else if (said !== 'silence') line.send(pdu.response({ command_status: 0, ...said }))
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

test('Chinese travels as UCS-2 with a receipt asked for; the session is bound once for all', async () => {
  const { submitted, sender, binds } = await centre(() => ({ message_id: 'x1' }))
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

test('English travels in the default alphabet; a number sends as a number', async () => {
  const { submitted, sender } = await centre(() => ({ message_id: 'x1' }), { source: '+85230001000' })
  await sender.send(sms('Harbour: your code is 123450'))
  expect(submitted[0]).toMatchObject({ data_coding: 0, source_addr: '85230001000', source_addr_ton: 1 })
  expect(textOf(submitted[0]!)).toBe('Harbour: your code is 123450')
})

test('a text longer than one segment travels whole', async () => {
  const { submitted, sender } = await centre(() => ({ message_id: 'x1' }))
  const text = '港'.repeat(100)
  await sender.send(sms(text))
  expect(textOf(submitted[0]!)).toBe(text)
})

test.each([
  ['a number that is none', { command_status: 0x0b }, 'refused', 'SMPP: status 0xb'],
  ['throttling', { command_status: 0x58 }, 'busy', 'SMPP: status 0x58'],
  ['a full queue', { command_status: 0x14 }, 'busy', 'SMPP: status 0x14'],
  ['silence', 'silence', 'unknown', 'SMPP: no answer in time'],
  ['a session cut before the answer', 'cut', 'unknown', 'SMPP: the session broke before the answer'],
] as const)('%s', async (_what, answer, failure, message) => {
  const { sender } = await centre(() => answer)
  await expect(sender.send(sms('x'))).rejects.toMatchObject({ name: 'SendError', failure, message })
})

test('after a break the session is bound anew', async () => {
  let cuts = 1
  const { sender, binds } = await centre(() => (cuts-- > 0 ? 'cut' : { message_id: 'x2' }))
  await sender.send(sms('x')).catch(() => undefined)
  await expect.poll(() => sender.send(sms('x')).catch(() => undefined)).toEqual({ providerId: 'x2' })
  expect(binds()).toBe(2)
})

test('wrong credentials and nobody there: nothing left, it may go later', async () => {
  const { sender } = await centre(() => ({}), { password: 'wrong' })
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
  ['somebody’s answer', { short_message: 'STOP' }, undefined],
])('a receipt %s', async (_what, fields, said) => {
  const receipts: Receipt[] = []
  const { sender } = await centre(() => ({ message_id: 'x1' }), { onReceipt: (receipt) => receipts.push(receipt) })
  await sender.send(sms('x'))
  await new Promise((done) =>
    lines[0]!.deliver_sm({ source_addr: '85291234567', destination_addr: 'H', esm_class: 4, ...fields }, done),
  )
  expect(receipts).toMatchObject(said ? [said] : [])
  expect(receipts).toHaveLength(said ? 1 : 0)
})
