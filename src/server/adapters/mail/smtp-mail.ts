import { createTransport } from 'nodemailer'
import { type MailSender, SendError, type SendFailure } from '#server/domains/messages/ports.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587` (STARTTLS where offered) or `smtps://…:465`. */
  url: string
  /** `Harbour <no-reply@harbour.example>` */
  from: string
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000
/** The server cannot have accepted the message. */
const BEFORE_DATA = new Set(['EDNS', 'EAUTH', 'ETLS', 'EOAUTH2', 'ENOAUTH', 'EPROXY', 'EREQUIRETLS', 'ECONFIG'])
const EARLY_TIMEOUTS = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'])

/** Over a small pool of connections. */
export function createSmtpMail({ url, from, timeoutMs = TIMEOUT_MS }: SmtpOptions): MailSender {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    // Longer than the greeting timeout, which is another error.
    socketTimeout: 2 * timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    name: 'smtp',
    async send({ messageId, to, subject, text, html, optOut }) {
      try {
        const sent = await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${messageId}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...optOutHeaders(optOut) },
        })
        return { providerId: sent.messageId }
      } catch (error) {
        throw new SendError(failureOf(error as SmtpError), reasonOf(error as SmtpError), { cause: error })
      }
    },
    close: async () => transport.close(),
  }
}

/** RFC 2369 and RFC 8058: mail programs show a button that posts to the address. */
const optOutHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

type SmtpError = {
  response?: string
  code?: string
  command?: string
  responseCode?: number
  syscall?: string
  timeoutType?: string
}

/** RFC 5321 4.2.1: 5yz is permanent, 4yz is transient. EAUTH can be fixed, so it is transient. */
function failureOf({ code = '', response = '', responseCode, syscall, timeoutType = '' }: SmtpError): SendFailure {
  if (BEFORE_DATA.has(code) || syscall === 'connect' || EARLY_TIMEOUTS.has(timeoutType)) return 'busy'
  if (responseCode !== undefined && responseCode >= 500) return isGone(response) ? 'gone' : 'refused'
  if (responseCode !== undefined && responseCode >= 400) return 'busy'
  return 'unknown'
}

/** RFC 3463: bad destination mailbox or system, moved, or disabled. Servers without such codes are not believed. */
const isGone = (response: string): boolean => /^5\d\d[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.1)(?!\d)/.test(response)

/** Without the server's text, which may quote the message. */
const reasonOf = ({ code, command, responseCode }: SmtpError): string =>
  `SMTP: ${[code, command, responseCode].filter(Boolean).join(' ') || 'failed'}`
