import { sep } from 'node:path'
import { PAYMENT_ADAPTERS } from '#server/adapters/payments/payment-adapters.ts'
import type { Config } from './config.schema.ts'

/** `unknown`: given, and wrong. */
export type GivenConfig = { [Name in keyof Config]: Config[Name] | 'unknown' }

export interface Contradiction {
  name: string
  message: string
}

/** Former names of settings and their successors. A former name is refused, since its default would apply silently. Never removed. */
export const RENAMED_SETTINGS: Readonly<Record<string, string>> = {}

export const renamedSettings = (
  given: Readonly<Record<string, string | undefined>>,
  renamed: Readonly<Record<string, string>>,
): string[] =>
  Object.entries(renamed)
    .filter(([former]) => given[former] !== undefined)
    .map(([former, successor]) => `${former} has been renamed; use ${successor}`)

const SMS_NEEDS = {
  terminal: [],
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'],
  smpp: ['SMPP_URL', 'SMPP_SOURCE'],
  unknown: [],
} as const

/** Only there the test endpoints may be open. */
const isLoopback = (host: string) => /^(127\.\d+\.\d+\.\d+|localhost|::1)$/.test(host)

/** Demo accounts are open to everybody at this computer: only where no other machine can connect and no message leaves it. */
export function allowsDemoAccounts({ HARBOUR_DEMO, HOST, PUBLIC_URL, SMS_PARTY }: DemoConfig): boolean {
  const isOurs = PUBLIC_URL === undefined || isLoopback(new URL(PUBLIC_URL).hostname.replaceAll(/[[\]]/g, ''))
  return HARBOUR_DEMO && isLoopback(HOST) && isOurs && SMS_PARTY === 'terminal'
}

/** `/dev/*`: not where others reach the site by a proxy of this machine, which may not say so in what it forwards. */
export function allowsTestTools({ HARBOUR_TEST, PUBLIC_URL }: Pick<Config, 'HARBOUR_TEST' | 'PUBLIC_URL'>): boolean {
  return HARBOUR_TEST && (PUBLIC_URL === undefined || isLocalUrl(PUBLIC_URL))
}

/** `local`: where only this computer can reach the service, which is then no production, whatever NODE_ENV is. */
export function allowsSandbox({ HARBOUR_SANDBOX, HOST, PUBLIC_URL, TRUST_PROXY }: SandboxConfig): boolean {
  if (HARBOUR_SANDBOX !== 'local') return HARBOUR_SANDBOX === '1'
  const isOurs = PUBLIC_URL === undefined || isLoopback(new URL(PUBLIC_URL).hostname.replaceAll(/[[\]]/g, ''))
  return isLoopback(HOST) && isOurs && TRUST_PROXY === undefined
}

/** Where the site is reached: the configured address, or this computer's. IPv6 addresses are in brackets. */
export const addressOf = ({ PUBLIC_URL, HOST }: Pick<Config, 'PUBLIC_URL' | 'HOST'>, port: number): string =>
  PUBLIC_URL ?? `http://${HOST === '127.0.0.1' ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`

type SandboxConfig = Pick<Config, 'HARBOUR_SANDBOX' | 'HOST' | 'PUBLIC_URL' | 'TRUST_PROXY'>
type DemoConfig = Pick<Config, 'HARBOUR_DEMO' | 'HOST' | 'PUBLIC_URL' | 'SMS_PARTY'>

/** A variable with a wrong value is blamed for nothing else. */
export function contradictions(env: GivenConfig): Contradiction[] {
  const isOpen = env.HOST !== 'unknown' && !isLoopback(env.HOST)
  // Behind a proxy of this machine, too.
  const isPublic = isOpen || isSitePublic(env)
  return [
    ...testModeContradictions(env, isOpen),
    ...providerContradictions(env, isPublic),
    ...paymentContradictions(env),
    ...proxyContradictions(env),
    ...consoleContradictions(env, isPublic),
    ...databaseContradictions(env),
    ...healthContradictions(env),
    ...alertContradictions(env),
  ]
}

function* healthContradictions({ HEALTH_PORT, PORT }: GivenConfig): Generator<Contradiction> {
  if (HEALTH_PORT !== undefined && HEALTH_PORT !== 'unknown' && HEALTH_PORT !== 0 && HEALTH_PORT === PORT)
    yield { name: 'HEALTH_PORT', message: 'another port than PORT' }
}

function* alertContradictions({ ALERT_KEY, ALERT_URL }: GivenConfig): Generator<Contradiction> {
  if (ALERT_KEY && ALERT_KEY !== 'unknown' && !ALERT_URL) yield { name: 'ALERT_URL', message: 'set with ALERT_KEY' }
}

/** No other node prepares a database that is this node’s own. */
function* databaseContradictions(env: GivenConfig): Generator<Contradiction> {
  const { HARBOUR_PREPARE, DATABASE_URL } = env
  if (HARBOUR_PREPARE === false && !DATABASE_URL) yield { name: 'HARBOUR_PREPARE', message: '1 without DATABASE_URL' }
  for (const name of ['DATABASE_POOL_URL', 'DATABASE_REPLICA_URL'] as const)
    if (env[name] && !DATABASE_URL) yield { name, message: 'unset without DATABASE_URL' }
  const { BACKUP_STORE, DATA_DIR } = env
  if (BACKUP_STORE === undefined || BACKUP_STORE === 'unknown') return
  if (DATABASE_URL)
    yield { name: 'BACKUP_STORE', message: 'unset with DATABASE_URL, whose server has backups of its own' }
  if (DATA_DIR !== 'unknown' && `${BACKUP_STORE}${sep}`.startsWith(`${DATA_DIR}${sep}`))
    yield { name: 'BACKUP_STORE', message: 'outside of DATA_DIR, on another disk' }
}

function* testModeContradictions({ HARBOUR_TEST, NODE_ENV }: GivenConfig, isOpen: boolean): Generator<Contradiction> {
  if (HARBOUR_TEST !== true) return
  if (NODE_ENV === 'production') yield { name: 'HARBOUR_TEST', message: '0 with NODE_ENV=production' }
  if (isOpen) yield { name: 'HARBOUR_TEST', message: '0 unless HOST is a loopback address' }
}

function* providerContradictions(env: GivenConfig, isPublic: boolean): Generator<Contradiction> {
  for (const name of SMS_NEEDS[env.SMS_PARTY].filter((needed) => !env[needed])) {
    yield { name, message: `set with SMS_PARTY=${env.SMS_PARTY}` }
  }
  if (env.SMS_PARTY === 'twilio' && !env.TWILIO_FROM && !env.TWILIO_MESSAGING_SERVICE_SID) {
    yield { name: 'TWILIO_FROM', message: 'set, or TWILIO_MESSAGING_SERVICE_SID' }
  }
  if (env.NODE_ENV === 'production' && isPublic) {
    if (env.SMS_PARTY === 'terminal') {
      yield { name: 'SMS_PARTY', message: 'twilio or smpp when others can reach the service' }
    }
    if (!env.MAIL_URL) yield { name: 'MAIL_URL', message: 'an smtp or smtps URL when others can reach the service' }
    if (!env.PUBLIC_URL)
      yield { name: 'PUBLIC_URL', message: 'the address of the site when others can reach the service' }
  }
  if (env.MAIL_URL && !env.MAIL_FROM) yield { name: 'MAIL_FROM', message: 'the sender address when MAIL_URL is set' }
}

/** All required settings of a payment provider are given, or none. */
function* paymentContradictions(env: GivenConfig): Generator<Contradiction> {
  const isGiven = (name: string) => Boolean((env as Readonly<Record<string, unknown>>)[name])
  for (const { required, optional, needsPublicUrl } of PAYMENT_ADAPTERS) {
    const names = Object.keys(required)
    const [first = ''] = names
    const given = names.find(isGiven)
    for (const name of names) if (given && !isGiven(name)) yield { name, message: `set with ${given}` }
    if (needsPublicUrl && given && !env.PUBLIC_URL) yield { name: 'PUBLIC_URL', message: `set with ${given}` }
    for (const [name, field] of Object.entries(optional)) {
      const hasDefault = field.safeParse(undefined).data !== undefined
      if (!hasDefault && isGiven(name) && !isGiven(first)) yield { name: first, message: `set with ${name}` }
    }
  }
  if (env.HARBOUR_SANDBOX === '1' && env.NODE_ENV === 'production')
    yield { name: 'HARBOUR_SANDBOX', message: '0 or local with NODE_ENV=production' }
}

function* proxyContradictions(env: GivenConfig): Generator<Contradiction> {
  if (env.REGION_HEADER && !env.TRUST_PROXY) {
    yield { name: 'REGION_HEADER', message: 'unset without TRUST_PROXY, because any client could forge it' }
  }
  // Behind a proxy of this machine: without its address all clients would share one address, and its rate limits.
  const isLocal = env.HOST !== 'unknown' && isLoopback(env.HOST)
  if (isLocal && env.PUBLIC_URL !== 'unknown' && env.PUBLIC_URL?.startsWith('https:') && !env.TRUST_PROXY) {
    yield {
      name: 'TRUST_PROXY',
      message: 'the address of the proxy (loopback for this machine) when PUBLIC_URL is https',
    }
  }
}

/** No stranger reaches the console because a setting was forgotten: off this computer it has an address of its own and a list of who may. */
function* consoleContradictions(env: GivenConfig, isPublic: boolean): Generator<Contradiction> {
  const { CONSOLE_URL, CONSOLE_ALLOW, PUBLIC_URL } = env
  if (CONSOLE_ALLOW && !CONSOLE_URL && isPublic)
    yield { name: 'CONSOLE_URL', message: 'the address of the console, apart from the site, with CONSOLE_ALLOW' }
  if (CONSOLE_URL === undefined || CONSOLE_URL === 'unknown') return
  if (!CONSOLE_ALLOW)
    yield { name: 'CONSOLE_ALLOW', message: 'the addresses from which operators reach the console, with CONSOLE_URL' }
  if (!CONSOLE_URL.startsWith('https:') && !isLocalUrl(CONSOLE_URL)) yield { name: 'CONSOLE_URL', message: 'https' }
  const sites = [PUBLIC_URL, env.FREE_HOST_BASE, env.MAIN_HOST_BASE, env.UHD_HOST_BASE]
  if (sites.some((site) => site && site !== 'unknown' && new URL(site).origin === new URL(CONSOLE_URL).origin))
    yield { name: 'CONSOLE_URL', message: 'another origin than the site’s' }
}

const isSitePublic = ({ PUBLIC_URL }: GivenConfig): boolean =>
  PUBLIC_URL !== undefined && PUBLIC_URL !== 'unknown' && !isLocalUrl(PUBLIC_URL)

const isLocalUrl = (url: string): boolean => isLoopback(new URL(url).hostname.replaceAll(/[[\]]/g, ''))
