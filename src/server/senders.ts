import { createSmtpMail } from '#server/adapters/mail/smtp-mail.ts'
import { createTerminalMail } from '#server/adapters/mail/terminal-mail.ts'
import { createSmppSms } from '#server/adapters/sms/smpp-sms.ts'
import { createTerminalSms } from '#server/adapters/sms/terminal-sms.ts'
import { createTwilioSms, createTwilioWebhook, readTwilioReceipt } from '#server/adapters/sms/twilio-sms.ts'
import type { MailSender, Receipt, ReceiptWebhook, SmsSender } from '#server/domains/messages/index.ts'
import type { Settings } from './config.ts'
import { webhookPath } from '#server/wire/hooks/webhooks.routes.ts'

export type SendersConfig = Partial<Settings<'messages'>> &
  Pick<Settings<'messages'>, 'SMS_PARTY'> &
  Pick<Settings<'server'>, 'PUBLIC_URL'>

export interface Senders {
  readonly sms: SmsSender
  readonly mail: MailSender
  /** Undefined where the SMS provider sends no receipts by HTTP. */
  readonly receipts: ReceiptWebhook | undefined
}

export interface SendersOptions {
  readonly print: (line: string) => void
  /** Receipts over the provider's own session. */
  readonly onReceipt: (receipt: Receipt) => void
}

/** Nothing connects before the first message. */
export function openSenders(config: SendersConfig, { print, onReceipt }: SendersOptions): Senders {
  const { MAIL_URL: url, MAIL_FROM: from = 'Harbour <no-reply@localhost>' } = config
  const mail = url ? createSmtpMail({ url, from }) : createTerminalMail(print)
  return { ...openSms(config, { print, onReceipt }), mail }
}

function openSms(config: SendersConfig, { print, onReceipt }: SendersOptions): Omit<Senders, 'mail'> {
  if (config.SMS_PARTY === 'terminal') return { sms: createTerminalSms(print), receipts: undefined }
  return config.SMS_PARTY === 'twilio' ? openTwilio(config) : openSmpp(config, onReceipt)
}

function openTwilio(config: SendersConfig): Omit<Senders, 'mail'> {
  const authToken = config.TWILIO_AUTH_TOKEN ?? ''
  const sms = createTwilioSms({
    accountSid: config.TWILIO_ACCOUNT_SID ?? '',
    authToken,
    from: config.TWILIO_FROM,
    messagingServiceSid: config.TWILIO_MESSAGING_SERVICE_SID,
    statusCallback: config.PUBLIC_URL && config.PUBLIC_URL + webhookPath('twilio'),
    apiBase: config.TWILIO_API_BASE,
  })
  return { sms, receipts: { provider: createTwilioWebhook(authToken), read: readTwilioReceipt } }
}

function openSmpp(
  { SMPP_URL = '', SMPP_SOURCE = '' }: SendersConfig,
  onReceipt: SendersOptions['onReceipt'],
): Omit<Senders, 'mail'> {
  const { protocol, hostname, port, username, password } = new URL(SMPP_URL)
  const tls = protocol === 'ssmpp:'
  const sms = createSmppSms({
    host: hostname,
    port: Number(port) || (tls ? 3550 : 2775),
    tls,
    systemId: decodeURIComponent(username),
    password: decodeURIComponent(password),
    source: SMPP_SOURCE,
    onReceipt,
  })
  return { sms, receipts: undefined }
}
