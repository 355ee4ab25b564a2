import { pino } from 'pino'
import { createAccounts, createRefusedAddresses, type AccountsDeps } from '#server/domains/accounts/index.ts'
import { createMessages, type MailSender, type SmsSender } from '#server/domains/messages/index.ts'
import { createTestClock } from '#server/kit/clock.ts'
import { createHasher } from '#server/kit/hasher.ts'
import { createRenderer } from '#server/jobs/messages.presenter.ts'
import { createTestDb } from './database.ts'

/** A provider that accepts and records every message. */
export interface TestProviders<Message> {
  readonly sent: Message[]
  /** Errors thrown by the next sends, in order. */
  readonly failures: unknown[]
}

type Sms = Parameters<SmsSender['send']>[0]
type Mail = Parameters<MailSender['send']>[0]
export type OutgoingTestMail = Mail

export function createTestProvider<Message extends { messageId: string }>(name: string) {
  const sent: Message[] = []
  const failures: unknown[] = []
  return {
    name,
    sent,
    failures,
    async send(message: Message) {
      if (failures.length > 0) throw failures.shift()
      sent.push(message)
      return { providerId: `${name}-${message.messageId}` }
    },
    close: async () => {},
  }
}

/** A hasher without cost. */
export const plainHasher = createHasher({
  waitingMax: 1_000,
  algorithm: {
    hash: async (secret) => `plain ${secret}`,
    verify: async (secret, hash) => hash === `plain ${secret}`,
  },
})

/** A hasher without cost that tells of each check. */
export const countingHasher = (onVerify: () => void) =>
  createHasher({
    algorithm: {
      hash: async (secret) => `plain ${secret}`,
      verify: async (secret, hash) => {
        onVerify()
        return hash === `plain ${secret}`
      },
    },
  })

export type AccountsApp = Awaited<ReturnType<typeof createTestAccounts>>

type MembersDeps = Partial<AccountsDeps> & Pick<AccountsDeps, 'db' | 'clock'> & { keepSecrets?: boolean }

/** Accounts and messages on a given database and clock. */
export function createTestMembers({ keepSecrets = true, ...overrides }: MembersDeps) {
  const { db, clock } = overrides
  const log = pino({ level: 'silent' })
  const sms = createTestProvider<Sms>('sms-provider')
  const mail = createTestProvider<Mail>('mail-provider')
  const render = createRenderer(() => ({ zh_HK: '港映', en_US: 'Harbour' }))
  const addresses = createRefusedAddresses({ db, clock })
  const messages = createMessages({ db, clock, log, render, sms, mail, addresses, keepSecrets })
  const deps = {
    log,
    masterKey: Buffer.alloc(32, 7),
    messages,
    smsPerDay: () => 1_000,
    hasher: plainHasher,
    ...overrides,
  }
  const { personalData = () => [] } = overrides
  const allPersonalData = () => [messages.domainModule.personalData!, ...personalData()]
  const accounts = createAccounts({ ...deps, personalData: allPersonalData })

  /** Creates a member with the password `PASSWORD`. */
  async function aMember(mobileno = '91234567', partner = 'anyplex') {
    const number = `+852${mobileno}`
    const { accountId } = await accounts.createAccount({
      number,
      partner,
      name: '陳大文',
      email: 'taiman@example.com',
      birthday: '1990-02-28',
      gender: 'male',
      agreeMarketing: false,
      language: 'zh_HK',
      password: PASSWORD,
      parentalCode: '4826',
      agreedAt: clock.now(),
    })
    return { accountId, number, mobileno }
  }

  return { deps, sms, mail, messages, accounts, aMember }
}

/** Accounts and messages over a new database and a test clock. */
export async function createTestAccounts(change: Partial<AccountsDeps> & { keepSecrets?: boolean } = {}) {
  const database = await createTestDb()
  const clock = createTestClock()
  const { deps, sms, mail, messages, accounts, aMember } = createTestMembers({ db: database.db, clock, ...change })

  /** Sends due messages and returns the last SMS to a number. */
  async function lastSms(number: string): Promise<string> {
    await messages.sendDue()
    return sms.sent.findLast(({ to }) => to === number)?.text ?? ''
  }

  /** The six digits of the last SMS to a number. */
  const lastCode = async (number: string): Promise<string> => /\b(\d{6})\b/.exec(await lastSms(number))?.[1] ?? ''

  /** Logs in. @throws when the device limit is reached */
  async function signIn(mobileno = '91234567', deviceSerial?: string) {
    const outcome = await accounts.sessions.logIn(
      { mobileno, areaCode: '852', password: PASSWORD },
      from({ deviceSerial }),
    )
    if ('devices' in outcome) throw new Error('too many devices')
    return { ...outcome, viewer: await viewerOf(outcome.token) }
  }

  const viewerOf = (token: string, profileId?: string) =>
    accounts.sessions.viewer(token, { language: 'zh_HK', region: 'HK', profileId })

  return { ...database, deps, clock, sms, mail, messages, accounts, lastSms, lastCode, aMember, signIn, viewerOf }
}

/** The password of test members. */
export const PASSWORD = '840271'

/** The origin of a request: address and device. */
export const from = ({
  address = '203.0.113.9',
  deviceSerial,
}: { address?: string; deviceSerial?: string | undefined } = {}) => ({
  address,
  device: { deviceSerial, deviceModel: 'Chrome', osVersion: 'Windows 11' },
})

/** The input of the last registration step. */
export const details = (verificationToken: string, change: object = {}) => ({
  verificationToken,
  name: '陳小明',
  email: 'siuming@example.com',
  birthday: '2000-01-01',
  gender: 'female' as const,
  agreeMarketing: true,
  ...change,
})
