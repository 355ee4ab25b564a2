import { resolve } from 'node:path'
import * as z from 'zod'

const url = z
  .url({ protocol: /^https?$/, error: 'an http or https URL' })
  .transform((value) => value.replace(/\/+$/, ''))
const base = z.union([z.literal(''), url], { error: 'empty, or an http or https URL' }).default('')
const port = z.coerce.number({ error: 'a port from 0 to 65535' }).int().min(0).max(65535)
const flag = z.enum(['0', '1'], { error: '0 or 1' }).transform((value) => value === '1')
const file = z.string().transform((value) => resolve(value))

/** A loopback address: the only place where the test doors may open. */
const isLoopback = (host: string) => /^(127\.\d+\.\d+\.\d+|localhost|::1)$/.test(host)

const mediaStore = z
  .union([z.literal('file'), z.string().regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*)?$/)], {
    error: 'file, or s3://bucket/prefix',
  })
  .default('file')

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

/** Every variable, what it should be, and what it is when not given. `.env.example` explains them (a test holds both together). */
const schema = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test'], { error: 'production, development or test' }),
    HOST: z.string().min(1).default('127.0.0.1'),
    PORT: port.default(8080),
    PUBLIC_URL: url.optional(),
    DATA_DIR: file.default(resolve('data')),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, { error: 'a postgres:// URL' })
      .optional(),
    MEDIA_STORE: mediaStore,
    S3_ENDPOINT: url.optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    HARBOUR_DEMO: flag.default(true),
    HARBOUR_DEMO_MEDIA: z.enum(['full', 'small'], { error: 'full or small' }).default('full'),
    HARBOUR_TEST: flag.default(false),
    FREE_HOST_BASE: base,
    MAIN_HOST_BASE: base,
    UHD_HOST_BASE: base,
    ALLOWED_ORIGINS: origins,
    FFMPEG_PATH: z.string().optional(),
    FFPROBE_PATH: z.string().optional(),
    METRICS_TOKEN: z.string().min(16, { error: 'at least 16 characters' }).optional(),
    TRUST_PROXY: z.string({ error: 'addresses or CIDR ranges, separated by commas' }).optional(),
    REGION_HEADER: z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, { error: 'the name of a header' })
      .optional(),
    DEFAULT_REGION: region.default('HK'),
    MASTER_KEY: masterKey.optional(),
    ACCEL_PREFIX: z
      .string()
      .regex(/^\/[\w/-]+\/$/, { error: 'a path such as /protected-media/' })
      .optional(),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'a pino level' })
      .default('info'),
    BRAND_ZH: z.string().min(1).default('港映'),
    BRAND_EN: z.string().min(1).default('Harbour'),
    ABOUT_URL_ZH: url.optional(),
    ABOUT_URL_EN: url.optional(),
    APP_STORE_URL: url.optional(),
    PLAY_STORE_URL: url.optional(),
    TV_STORE_URL: url.optional(),
  })
  .superRefine((env, context) => {
    if (env.HARBOUR_TEST && env.NODE_ENV === 'production') {
      context.addIssue({ code: 'custom', path: ['HARBOUR_TEST'], message: '0 with NODE_ENV=production' })
    }
    if (env.HARBOUR_TEST && !isLoopback(env.HOST)) {
      context.addIssue({ code: 'custom', path: ['HARBOUR_TEST'], message: '0 unless HOST is a loopback address' })
    }
    if (env.REGION_HEADER && !env.TRUST_PROXY) {
      context.addIssue({
        code: 'custom',
        path: ['REGION_HEADER'],
        message: 'unset without TRUST_PROXY, as anyone could send it',
      })
    }
    if (env.ACCEL_PREFIX && env.MEDIA_STORE !== 'file') {
      context.addIssue({ code: 'custom', path: ['ACCEL_PREFIX'], message: 'unset with an s3:// MEDIA_STORE' })
    }
  })

export type Config = z.output<typeof schema>

/** The variables that `.env.example` must list. */
export const CONFIG_NAMES: readonly string[] = Object.keys(schema.shape)

/** Every wrong variable at once, named with what it should be. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `The environment has ${problems.length === 1 ? 'a wrong variable' : 'wrong variables'}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * Reads the environment once; nobody else does. An empty variable counts as not given.
 * @throws ConfigError naming every problem
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse({ NODE_ENV: given.HARBOUR_TEST === '1' ? 'test' : 'production', ...given })
  if (parsed.success) return parsed.data
  throw new ConfigError(
    parsed.error.issues.map((issue) => {
      const name = issue.path.map(String).join('.') || '?'
      const secret = /KEY|TOKEN|SECRET|DATABASE_URL/.test(name)
      const found =
        given[name] === undefined ? 'is not set' : secret ? 'is malformed' : `is ${JSON.stringify(given[name])}`
      return `${name} ${found}; it should be ${issue.message}`
    }),
  )
}
