import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { createTwilioSms } from './twilio-sms.ts'

const SID = 'AC00000000000000000000000000000001'
const TOKEN = 'secret-token'
const sms = { messageId: 'm1', to: '+85291234567', text: '【港映】註冊驗證碼：123450 & more' }

type Asked = { request: IncomingMessage; form: URLSearchParams }
let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

/** A look-alike of Twilio: it checks path, credentials and form as Twilio does. */
async function twilio(answer: (asked: Asked) => { status: number; body: object } | 'cut') {
  const asked: Asked[] = []
  const look = createServer((request, response) => void serve(request, response))
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request))
    asked.push({ request, form })
    const authorized = request.headers.authorization === `Basic ${Buffer.from(`${SID}:${TOKEN}`).toString('base64')}`
    const found = request.method === 'POST' && request.url === `/2010-04-01/Accounts/${SID}/Messages.json`
    const outcome = !authorized
      ? { status: 401, body: { code: 20003 } }
      : found
        ? answer({ request, form })
        : { status: 404, body: { code: 20404 } }
    if (outcome === 'cut') return void request.socket.destroy()
    response.writeHead(outcome.status, { 'content-type': 'application/json' }).end(JSON.stringify(outcome.body))
  }
  server = look
  await new Promise<void>((done) => look.listen(0, '127.0.0.1', done))
  const address = look.address()
  return { asked, apiBase: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` }
}

const accepted = () => ({ status: 201, body: { sid: 'SM1', status: 'queued' } })
const options = (apiBase: string, change: object = {}) => ({
  accountSid: SID,
  authToken: TOKEN,
  from: '#Harbour',
  apiBase,
  ...change,
})

test('a message is posted as Twilio takes it, and its id is kept', async () => {
  const { asked, apiBase } = await twilio(accepted)
  const sender = createTwilioSms(options(apiBase, { statusCallback: 'https://harbour.test/hooks/twilio' }))
  expect(await sender.send(sms)).toEqual({ providerId: 'SM1' })
  expect(Object.fromEntries(asked[0]!.form)).toEqual({
    To: sms.to,
    Body: sms.text,
    From: '#Harbour',
    StatusCallback: 'https://harbour.test/hooks/twilio',
  })
  expect(asked[0]!.request.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
})

test('a messaging service stands instead of a sender', async () => {
  const { asked, apiBase } = await twilio(accepted)
  await createTwilioSms(options(apiBase, { messagingServiceSid: 'MG1' })).send(sms)
  expect([asked[0]!.form.get('MessagingServiceSid'), asked[0]!.form.get('From')]).toEqual(['MG1', null])
})

test.each([
  [
    'a number that is none',
    { status: 400, body: { code: 21211, message: 'The To number 123450' } },
    'refused',
    'Twilio: HTTP 400, code 21211',
  ],
  ['one that opted out', { status: 400, body: { code: 21610 } }, 'refused', 'Twilio: HTTP 400, code 21610'],
  ['our own mistake', { status: 400, body: { code: 21606 } }, 'busy', 'Twilio: HTTP 400, code 21606'],
  ['too many', { status: 429, body: { code: 20429 } }, 'busy', 'Twilio: HTTP 429, code 20429'],
  ['a fault of theirs', { status: 503, body: {} }, 'busy', 'Twilio: HTTP 503'],
  ['a gateway that waited in vain', { status: 504, body: {} }, 'unknown', 'Twilio: HTTP 504'],
  ['a connection cut after the request', 'cut', 'unknown', expect.stringMatching(/^Twilio: /)],
] as const)('%s', async (_what, outcome, failure, message) => {
  const { apiBase } = await twilio(() => outcome)
  await expect(createTwilioSms(options(apiBase)).send(sms)).rejects.toMatchObject({
    name: 'SendError',
    failure,
    message,
  })
})

test('wrong credentials are ours to mend: the message waits', async () => {
  const { apiBase } = await twilio(accepted)
  const sender = createTwilioSms(options(apiBase, { authToken: 'wrong' }))
  await expect(sender.send(sms)).rejects.toMatchObject({ failure: 'busy', message: 'Twilio: HTTP 401, code 20003' })
})

test('nobody there: nothing can have left', async () => {
  const { apiBase } = await twilio(accepted)
  await new Promise((done) => server!.close(done))
  await expect(createTwilioSms(options(apiBase)).send(sms)).rejects.toMatchObject({
    failure: 'busy',
    message: 'Twilio: ECONNREFUSED',
  })
})
