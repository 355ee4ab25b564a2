import { createSmtpMail } from '#server/adapters/mail/smtp-mail.ts'
import { createTerminalMail } from '#server/adapters/mail/terminal-mail.ts'
import { createSmppSms } from '#server/adapters/sms/smpp-sms.ts'
import { createTerminalSms } from '#server/adapters/sms/terminal-sms.ts'
import { createTwilioSms, createTwilioWebhook, readTwilioReceipt } from '#server/adapters/sms/twilio-sms.ts'
import { SMS_PROVIDERS, type SmsProvider } from '#contract/admin/settings.ts'
import type { MailSender, Receipt, ReceiptWebhook, SmsSender } from '#server/domains/messages/index.ts'
import { isOver, type SettingValues } from '#server/domains/settings/index.ts'
import type { Settings } from './config.ts'
import { webhookPath } from '#server/wire/hooks/webhooks.routes.ts'

export type SendersConfig = Partial<Settings<'messages'>> &
  Pick<Settings<'messages'>, 'SMS_PARTY'> &
  Pick<Settings<'server'>, 'PUBLIC_URL'>

export interface Senders {
  /** The configured one. */
  readonly sms: SmsSender
  /** The one that sends now. */
  readonly currentSms: () => SmsSender
  /** Providers with all their settings. */
  readonly smsProviders: readonly SmsProvider[]
  readonly mail: MailSender
  /** Undefined where no SMS provider sends receipts by HTTP. */
  readonly receipts: ReceiptWebhook | undefined
  close(): Promise<void>
}

export interface SendersOptions {
  readonly print: (line: string) => void
  /** Receipts over the provider's own session. */
  readonly onReceipt: (receipt: Receipt) => void
  /** That an administrator has switched to for now; empty: the configured one. */
  readonly switchedProvider?: (() => SmsProvider | '') | undefined
}

/** Nothing connects before the first message. */
export function openSenders(config: SendersConfig, { print, onReceipt, switchedProvider }: SendersOptions): Senders {
  const { MAIL_URL: url, MAIL_FROM: from = 'Harbour <no-reply@localhost>' } = config
  const mail = url ? createSmtpMail({ url, from }) : createTerminalMail(print)
  const twilio = isTwilioReady(config) ? openTwilio(config) : undefined
  const providers = new Map<string, SmsSender>([
    ...(twilio ? [['twilio', twilio.sms] as const] : []),
    ...(config.SMPP_URL && config.SMPP_SOURCE ? [['smpp', openSmpp(config, onReceipt)] as const] : []),
  ])
  const sms = providers.get(config.SMS_PARTY) ?? createTerminalSms(print)
  // Where SMS stay in the terminal none ever leaves: demo accounts are open there.
  const canSwitch = config.SMS_PARTY !== 'terminal'
  return {
    sms,
    currentSms: () => (canSwitch && providers.get(switchedProvider?.() ?? '')) || sms,
    smsProviders: canSwitch ? SMS_PROVIDERS.filter((provider) => providers.has(provider)) : [],
    mail,
    receipts: twilio?.receipts,
    close: async () => {
      for (const sender of new Set([...providers.values(), sms, mail])) await sender.close()
    },
  }
}

/** Of the switch, until it ends. */
export const switchedProvider = ({ provider, until }: SettingValues['sms'], now: Temporal.Instant): SmsProvider | '' =>
  isOver(until, now) ? '' : provider

const isTwilioReady = (config: SendersConfig): boolean =>
  config.SMS_PARTY === 'twilio' ||
  Boolean(
    config.TWILIO_ACCOUNT_SID &&
    config.TWILIO_AUTH_TOKEN &&
    (config.TWILIO_FROM ?? config.TWILIO_MESSAGING_SERVICE_SID),
  )

function openTwilio(config: SendersConfig): Pick<Senders, 'sms' | 'receipts'> {
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
): SmsSender {
  const { protocol, hostname, port, username, password } = new URL(SMPP_URL)
  const tls = protocol === 'ssmpp:'
  return createSmppSms({
    host: hostname,
    port: Number(port) || (tls ? 3550 : 2775),
    tls,
    systemId: decodeURIComponent(username),
    password: decodeURIComponent(password),
    source: SMPP_SOURCE,
    onReceipt,
  })
}
