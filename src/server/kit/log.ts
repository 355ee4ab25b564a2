import { pino, type DestinationStream, type Logger, stdSerializers } from 'pino'
import { DISK_FULL_SENTENCE, isDiskFull } from './disk-full.ts'

export type Log = Logger

/** Never logged, wherever they stand (PRODUCT section 3). */
const SECRETS = [
  'authorization',
  'cookie',
  'token',
  'password',
  'parentalCode',
  'code',
  'newPassword',
  'currentPassword',
  'confirmPassword',
  'verificationToken',
  'passwordToken',
  'oldCode',
  'newCode',
  'confirmCode',
  'deviceSerial',
  'email',
  'key',
]

const redact = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `req.headers.${name}`])

/** The query fields whose values logged URLs show: words of ours. Anything else may be somebody's secret, under whichever name. */
const SHOWN = new Set([
  'categoryId',
  'country',
  'format',
  'genre',
  'kind',
  'language',
  'page',
  'pageSize',
  'pattern',
  'place',
  'programGuid',
  'programId',
  'recommendType',
  'row',
  'season',
  'sort',
  'tabId',
  'vodType',
  'w',
  'year',
])
const SCHEME_AND_HOST = /^[a-z][a-z\d+.-]*:\/\/[^/?#;]*/i
const GRANT = /(\/v\/+)[^/]+/gi
const NAME = /^[\w.[\]-]{1,40}$/

/**
 * A URL as logs may show it: its path without host and grants, and the names of its query; values only where they are known to
 * be no secrets. What stands behind `?`, `#` or `;` counts as query, as servers differ there.
 */
export function loggableUrl(url: string): string {
  const whole = url.replace(SCHEME_AND_HOST, '')
  const end = whole.search(/[?#;]/)
  if (end < 0) return loggablePath(whole)
  const fields = whole.slice(end + 1).split(/[&?#;]/)
  return `${loggablePath(whole.slice(0, end))}?${fields.map(loggableField).join('&')}`
}

const loggablePath = (path: string): string => asciiOf(path).replaceAll(GRANT, '$1…')

function loggableField(field: string): string {
  const [, encoded, value] = /^([^=]*)=(.*)$/s.exec(field) ?? []
  if (encoded === undefined) return '…'
  const name = asciiOf(encoded)
  if (SHOWN.has(name)) return `${name}=${value}`
  return `${NAME.test(name) ? name : '…'}=…`
}

/** The text with its percent-encoded ASCII as it reads: letters cannot hide, and nothing that is encoded wrongly fails. */
const asciiOf = (text: string): string =>
  text.replaceAll(/%([2-7][\da-f])/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

export interface LogOptions {
  level: string
  role: string
  destination?: DestinationStream
}

/** An error without the connection that pg hangs on it, which holds every statement it ever sent; a full disk as one sentence. */
const serializers = {
  err(error: Error) {
    if (isDiskFull(error)) return { type: error.name, message: DISK_FULL_SENTENCE }
    const { client: _, ...told } = stdSerializers.err(error) as unknown as Record<string, unknown>
    return told
  },
}

/** One structured logger a process. */
export function createLog({ level, role, destination }: LogOptions): Log {
  const options = {
    level,
    base: { role },
    serializers,
    redact: { paths: redact, censor: '…' },
    timestamp: () => `,"time":"${Temporal.Now.instant().toString()}"`,
  }
  return destination ? pino(options, destination) : pino(options)
}
