import { accessSync, constants, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod'
import { PAYMENT_ADAPTERS } from '#server/adapters/payments/payment-adapters.ts'
import { urlSetting as url } from '#server/kit/setting-fields.ts'

/** A path would be lost in most links. */
const siteUrl = url.refine((value) => new URL(value).href === `${new URL(value).origin}/`, {
  error: 'an http or https URL without a path',
})
const base = z.union([z.literal(''), url], { error: 'empty, or an http or https URL' }).default('')
/** `1e3` and `0x50` are slips, not numbers. */
const whole = (error: string, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .refine((value) => value <= max, { error })
const streams = whole('a number from 1 to 20', 20)
  .refine((value) => value >= 1, { error: 'a number from 1 to 20' })
  .default(2)
const port = whole('a port from 0 to 65535', 65_535)
const flag = z.enum(['0', '1'], { error: '0 or 1' }).transform((value) => value === '1')
const file = z.string().transform((value) => resolve(value))

const ALERT_URL_RULE = 'an https URL without a user name, or http on this computer'
const isAlertUrl = ({ protocol, hostname, username, password }: URL): boolean =>
  username + password === '' &&
  (protocol === 'https:' || (protocol === 'http:' && /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname)))

const mediaStore = z
  .string()
  .regex(/^(file|s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*)?)$/, { error: 'file, or s3://bucket/prefix' })
  .default('file')

const backupStore = z
  .string()
  .refine((value) => !/^[a-z0-9+]{2,}:/i.test(value) || mediaStore.safeParse(value).success, {
    error: 'a folder, or s3://bucket/prefix',
  })
  .transform((value) => (value.startsWith('s3://') ? value : resolve(value)))

const program = z.string().refine(isProgram, { error: 'the path of an executable program' })

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

const proxies = z.string().refine(
  (list) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean)
      .every(isProxy),
  { error: 'addresses or CIDR ranges, separated by commas' },
)

function isProxy(entry: string): boolean {
  if (entry === 'loopback') return true
  const [address = '', prefix] = entry.split('/', 2)
  const version = isIP(address)
  if (version === 0 || entry.split('/').length > 2) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 6 ? 128 : 32))
}

const masterKey = z
  .string()
  .regex(/^[A-Za-z0-9+/_-]{43}=?$/, { error: '32 random bytes in base64 (openssl rand -base64 32)' })
  .transform((value) => Buffer.from(value, 'base64'))

const region = z.string().regex(/^[A-Z]{2}$/, { error: 'two capital letters, ISO 3166' })

const origins = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )
  .pipe(z.array(url))

/** As in an address. */
const hosts = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim().toLowerCase())
      .filter(Boolean),
  )
  .pipe(z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, { error: 'names of hosts, separated by commas' })))

const emails = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.email({ error: 'e-mail addresses, separated by commas' })))

export const ROLES = ['web', 'worker', 'encoder'] as const
const roles = z
  .string()
  .default(ROLES.join(','))
  .transform((value) => new Set(value.split(',').map((item) => item.trim())))
  .refine((given) => [...given].every((item) => ROLES.some((role) => role === item)), {
    error: `a comma-separated list of ${ROLES.join(', ')}`,
  })
  .transform((given) => ROLES.filter((role) => given.has(role)))

const server = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test'], { error: 'production, development or test' }),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8080),
  PUBLIC_URL: siteUrl.optional(),
  HARBOUR_ROLES: roles,
  HEALTH_PORT: port.optional(),
  DRAIN_SECONDS: whole('a number of seconds, 300 at most', 300).default(0),
  DATA_DIR: file.default(resolve('data')),
  MASTER_KEY: masterKey.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'a pino level' })
    .default('info'),
  HARBOUR_TEST: flag.default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/, { error: 'name=value, separated by commas' })
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,6})?|1(\.0+)?)$/, { error: 'a number from 0 to 1' })
    .transform(Number)
    .default(1),
})

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, { error: 'a postgres:// URL' })

const database = z.object({
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  HARBOUR_PREPARE: flag.default(true),
  BACKUP_STORE: backupStore.optional(),
})

const http = z.object({
  FREE_HOST_BASE: base,
  MAIN_HOST_BASE: base,
  UHD_HOST_BASE: base,
  ALLOWED_ORIGINS: origins,
  CAMPAIGN_LINK_HOSTS: hosts,
  TRUST_PROXY: proxies.optional(),
  REGION_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, { error: 'the name of a header' })
    .optional(),
  DEFAULT_REGION: region.default('HK'),
  HARBOUR_WEB_COUNT: whole('a number from 1 to 999', 999)
    .refine((value) => value >= 1, { error: 'a number from 1 to 999' })
    .default(1),
  METRICS_TOKEN: z.string().min(16, { error: 'at least 16 characters' }).optional(),
})

const media = z.object({
  IMAGE_ENCODING: z.enum(['ahead', 'demand', 'webp'], { error: 'ahead, demand or webp' }).default('ahead'),
  MEDIA_STORE: mediaStore,
  S3_ENDPOINT: url.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  ACCEL_PREFIX: z
    .string()
    .regex(/^\/[\w/-]+\/$/, { error: 'a path such as /protected-media/' })
    .optional(),
  STREAMS_MAX: streams,
  STREAMS_MAX_PLAN: streams,
  IMPORT_FOLDER: file.optional(),
  FFMPEG_PATH: program.optional(),
  FFPROBE_PATH: program.optional(),
})

const messages = z.object({
  SMS_PARTY: z.enum(['terminal', 'twilio', 'smpp'], { error: 'terminal, twilio or smpp' }).default('terminal'),
  SMS_PER_DAY: whole('a whole number', 999_999_999).default(2_000),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  TWILIO_MESSAGING_SERVICE_SID: z.string().optional(),
  TWILIO_API_BASE: url.optional(),
  SMPP_URL: z.url({ protocol: /^ssmpp$|^smpp$/, error: 'smpp://systemId:password@host:port, or ssmpp://…' }).optional(),
  SMPP_SOURCE: z.string().min(1).max(16).optional(),
  MAIL_URL: z.url({ protocol: /^smtps?$/, error: 'an smtp or smtps URL' }).optional(),
  MAIL_FROM: z.string().optional(),
})

const alertUrl = z
  .string()
  .refine((value) => URL.canParse(value) && isAlertUrl(new URL(value)), { error: ALERT_URL_RULE })

const alarms = z.object({
  ALERT_URL: alertUrl.optional(),
  ALERT_KEY: z.string().min(16, { error: 'at least 16 characters' }).optional(),
  ALERT_EMAIL: emails,
})

const payments = z.object({
  HARBOUR_SANDBOX: z.enum(['0', '1', 'local'], { error: '0, 1 or local' }).default('local'),
})

/** Only the adapters read their settings, so these have no names here. */
const paymentAdapters = Object.fromEntries(
  PAYMENT_ADAPTERS.flatMap(({ required, optional }) => [
    ...Object.entries(required).map(([name, field]) => [name, field.optional()] as const),
    ...Object.entries(optional),
  ]),
)

const site = z.object({
  BRAND_ZH: z.string().min(1).default('港映'),
  BRAND_EN: z.string().min(1).default('Harbour'),
  ABOUT_URL_ZH: url.optional(),
  ABOUT_URL_EN: url.optional(),
  CONTACT_EMAIL: z.email({ error: 'an e-mail address' }).optional(),
  APP_STORE_URL: url.optional(),
  PLAY_STORE_URL: url.optional(),
  TV_STORE_URL: url.optional(),
  SERVICE_WORKER: flag.default(true),
})

const console = z.object({
  CONSOLE_URL: siteUrl.optional(),
  CONSOLE_ALLOW: proxies.optional(),
  CONSOLE_FOUR_EYES: flag.default(true),
})

const demo = z.object({
  HARBOUR_DEMO: flag.default(true),
  HARBOUR_DEMO_MEDIA: z.enum(['full', 'small'], { error: 'full or small' }).default('full'),
})

const named = z.object({
  ...server.shape,
  ...database.shape,
  ...http.shape,
  ...media.shape,
  ...messages.shape,
  ...alarms.shape,
  ...payments.shape,
  ...site.shape,
  ...console.shape,
  ...demo.shape,
})

/** `.env.example` explains every variable (a test compares both). */
export const schema = named.extend(paymentAdapters) as unknown as typeof named

interface Sections {
  readonly server: z.output<typeof server>
  readonly database: z.output<typeof database>
  readonly http: z.output<typeof http>
  readonly media: z.output<typeof media>
  readonly messages: z.output<typeof messages>
  readonly alarms: z.output<typeof alarms>
  readonly payments: z.output<typeof payments>
  readonly site: z.output<typeof site>
  readonly console: z.output<typeof console>
  readonly demo: z.output<typeof demo>
}

/** Consumers take the sections that they need: `Settings<'media'>`. */
export type Settings<Section extends keyof Sections> = Sections[Section]

export type Config = z.output<typeof schema>
