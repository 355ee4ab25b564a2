import { createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import type { MailSender } from '#server/domains/messages/ports.ts'
import { createSmtpMail } from './smtp-mail.ts'

const mail = {
  messageId: 'm1',
  to: 'taiman@example.com',
  subject: '港映 電郵驗證碼：123450',
  text: '你好：\n\n123450',
  html: '<p>123450 港</p>',
}
const FROM = '港映 <no-reply@harbour.test>'

let server: SMTPServer | undefined
let sender: MailSender | undefined
afterEach(async () => {
  await sender?.close()
  await new Promise<void>((done) => (server ? server.close(done) : done()))
  server = undefined
})

async function startServer(
  change: SMTPServerOptions = {},
  url = (port: number) => `smtp://harbour:secret@127.0.0.1:${port}`,
) {
  const messages: { from: string | undefined; to: string[]; source: string }[] = []
  server = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'harbour' && password === 'secret' ? done(null, { user: username }) : done(new Error('no')),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        messages.push({
          from: mailFrom ? mailFrom.address : undefined,
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
    ...change,
  })
  server.on('error', () => undefined)
  const listening = server
  await new Promise<void>((done) => void listening.listen(0, '127.0.0.1', () => done()))
  const address = listening.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  sender = createSmtpMail({ url: url(port), from: FROM, timeoutMs: 1_000 })
  return { messages, sender }
}

test('sends text and HTML with our message id', async () => {
  const { messages, sender } = await startServer()
  expect(await sender.send(mail)).toEqual({ providerId: '<m1@harbour.test>' })
  const [{ from, to, source }] = messages as [(typeof messages)[number]]
  expect([from, to]).toEqual(['no-reply@harbour.test', ['taiman@example.com']])
  expect(source).toMatch(/^Message-ID: <m1@harbour\.test>\r$/m)
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(source).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(source).toMatch(/multipart\/alternative/)
  expect(source).toMatch(/Content-Type: text\/plain; charset=utf-8/)
  expect(source).toMatch(/Content-Type: text\/html; charset=utf-8/)
})

test('marketing has the headers by which mail programs end it with one click, other e-mails have none', async () => {
  const { messages, sender } = await startServer()
  await sender.send({ ...mail, optOut: 'https://harbour.test/unsubscribe?token=a.b' })
  await sender.send(mail)
  const unfolded = messages.map(({ source }) => source.replaceAll(/\r\n[ \t]+/g, ' '))
  expect(unfolded[0]).toMatch(/^List-Unsubscribe: <https:\/\/harbour\.test\/unsubscribe\?token=a\.b>\r$/m)
  expect(unfolded[0]).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  expect(unfolded[1]).not.toMatch(/^List-/m)
})

test('prevents header and recipient injection', async () => {
  const { messages, sender } = await startServer()
  await sender.send({ ...mail, subject: 'x\r\nBcc: evil@example.com' })
  expect(messages[0]!.to).toEqual(['taiman@example.com'])
  expect(messages[0]!.source).not.toMatch(/^Bcc:/m)
  await sender.send({ ...mail, to: 'a@example.com, evil@example.com' }).catch(() => undefined)
  expect(messages.flatMap(({ to }) => to)).not.toContain('evil@example.com')
})

const refusing = (responseCode: number, text = 'the text 123450') => Object.assign(new Error(text), { responseCode })

test.each([
  [
    'an address that does not exist',
    { onRcptTo: (_to, _session, done) => done(refusing(550)) },
    'refused',
    /^SMTP: EENVELOPE RCPT TO 550$/,
  ],
  [
    'an address that does not exist, with its code',
    { onRcptTo: (_to, _session, done) => done(refusing(550, '5.1.1 No such user')) },
    'gone',
    /^SMTP: EENVELOPE RCPT TO 550$/,
  ],
  [
    'a full mailbox, for good',
    { onRcptTo: (_to, _session, done) => done(refusing(552, '5.2.2 Mailbox full')) },
    'refused',
    /552$/,
  ],
  [
    'a temporarily full mailbox',
    { onRcptTo: (_to, _session, done) => done(refusing(452)) },
    'busy',
    /^SMTP: EENVELOPE RCPT TO 452$/,
  ],
  [
    'a rejected message',
    { onData: (stream, _session, done) => stream.on('end', () => done(refusing(554))).resume() },
    'refused',
    /554$/,
  ],
  [
    'a temporarily rejected message',
    { onData: (stream, _session, done) => stream.on('end', () => done(refusing(451))).resume() },
    'busy',
    /451$/,
  ],
  ['no reply after the message', { onData: (stream) => void stream.resume() }, 'unknown', /^SMTP: /],
] satisfies [string, SMTPServerOptions, string, RegExp][])(
  'a send that meets %s fails with whether to retry it',
  async (_what, change, failure, message) => {
    const { sender } = await startServer(change)
    await expect(sender.send(mail)).rejects.toMatchObject({
      name: 'SendError',
      failure,
      message: expect.stringMatching(message),
    })
  },
)

test('wrong credentials and refused connections: nothing was sent, so a retry is safe', async () => {
  const { sender } = await startServer({}, (port) => `smtp://harbour:wrong@127.0.0.1:${port}`)
  await expect(sender.send(mail)).rejects.toMatchObject({
    failure: 'busy',
    message: expect.stringMatching(/^SMTP: EAUTH/),
  })
  const unreachable = createSmtpMail({ url: 'smtp://127.0.0.1:1', from: FROM, timeoutMs: 1_000 })
  await expect(unreachable.send(mail)).rejects.toMatchObject({ failure: 'busy' })
  await unreachable.close()
})

test('a server without a greeting received nothing', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const address = silent.address()
  const silentSender = createSmtpMail({
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    from: FROM,
    timeoutMs: 300,
  })
  await expect(silentSender.send(mail)).rejects.toMatchObject({ failure: 'busy', message: 'SMTP: ETIMEDOUT CONN' })
  await silentSender.close()
  silent.close()
})
