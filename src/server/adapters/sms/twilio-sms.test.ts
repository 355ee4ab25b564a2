import { afterEach, expect, test } from 'vitest'
import { type FakeServer, json, type ReceivedRequest, startFakeServer } from '../../../../test/support/fake-server.ts'
import { createTwilioSms } from './twilio-sms.ts'

const SID = 'AC00000000000000000000000000000001'
const TOKEN = 'secret-token'
const sms = { messageId: 'm1', to: '+85291234567', text: '【港映】註冊驗證碼：123450 & more' }

let server: FakeServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** A fake of Twilio's API. It checks path, credentials and form like Twilio. */
async function startFakeTwilio(answer: () => { status: number; body: object } | 'cut') {
  const requests: { headers: ReceivedRequest['headers']; form: URLSearchParams }[] = []
  server = await startFakeServer(({ method, path, headers, body }) => {
    requests.push({ headers, form: new URLSearchParams(body) })
    const isAuthorized = headers.authorization === `Basic ${Buffer.from(`${SID}:${TOKEN}`).toString('base64')}`
    if (!isAuthorized) return json({ status: 401, body: { code: 20003 } })
    const isFound = method === 'POST' && path === `/2010-04-01/Accounts/${SID}/Messages.json`
    const outcome = isFound ? answer() : { status: 404, body: { code: 20404 } }
    return outcome === 'cut' ? undefined : json(outcome)
  })
  return { requests, apiBase: server.url }
}

const accepted = () => ({ status: 201, body: { sid: 'SM1', status: 'queued' } })
const options = (apiBase: string, change: object = {}) => ({
  accountSid: SID,
  authToken: TOKEN,
  from: '#Harbour',
  apiBase,
  ...change,
})

test('posts a message in Twilio’s format and returns its id', async () => {
  const { requests, apiBase } = await startFakeTwilio(accepted)
  const sender = createTwilioSms(options(apiBase, { statusCallback: 'https://harbour.test/hooks/twilio' }))
  expect(await sender.send(sms)).toEqual({ providerId: 'SM1' })
  expect(Object.fromEntries(requests[0]!.form)).toEqual({
    To: sms.to,
    Body: sms.text,
    From: '#Harbour',
    StatusCallback: 'https://harbour.test/hooks/twilio',
  })
  expect(requests[0]!.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
})

test('uses a messaging service instead of a sender', async () => {
  const { requests, apiBase } = await startFakeTwilio(accepted)
  await createTwilioSms(options(apiBase, { messagingServiceSid: 'MG1' })).send(sms)
  expect([requests[0]!.form.get('MessagingServiceSid'), requests[0]!.form.get('From')]).toEqual(['MG1', null])
})

test.each([
  [
    'an invalid number',
    { status: 400, body: { code: 21211, message: 'The To number 123450' } },
    'refused',
    'Twilio: HTTP 400, code 21211',
  ],
  ['a number that opted out', { status: 400, body: { code: 21610 } }, 'refused', 'Twilio: HTTP 400, code 21610'],
  ['a configuration error', { status: 400, body: { code: 21606 } }, 'busy', 'Twilio: HTTP 400, code 21606'],
  ['rate limiting', { status: 429, body: { code: 20429 } }, 'busy', 'Twilio: HTTP 429, code 20429'],
  ['a server error', { status: 503, body: {} }, 'busy', 'Twilio: HTTP 503'],
  ['a gateway timeout', { status: 504, body: {} }, 'unknown', 'Twilio: HTTP 504'],
  ['a connection closed after the request', 'cut', 'unknown', expect.stringMatching(/^Twilio: /)],
] as const)('a send that meets %s fails with whether to retry it', async (_what, outcome, failure, message) => {
  const { apiBase } = await startFakeTwilio(() => outcome)
  await expect(createTwilioSms(options(apiBase)).send(sms)).rejects.toMatchObject({
    name: 'SendError',
    failure,
    message,
  })
})

test('wrong credentials are transient: the message is retried', async () => {
  const { apiBase } = await startFakeTwilio(accepted)
  const sender = createTwilioSms(options(apiBase, { authToken: 'wrong' }))
  await expect(sender.send(sms)).rejects.toMatchObject({ failure: 'busy', message: 'Twilio: HTTP 401, code 20003' })
})

test('a refused connection: nothing was sent', async () => {
  const { apiBase } = await startFakeTwilio(accepted)
  await server!.close()
  await expect(createTwilioSms(options(apiBase)).send(sms)).rejects.toMatchObject({
    failure: 'busy',
    message: 'Twilio: ECONNREFUSED',
  })
})
