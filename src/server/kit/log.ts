import { pino, type DestinationStream, type Logger, stdSerializers, stdTimeFunctions, symbols } from 'pino'
import { DISK_FULL_SENTENCE, isDiskFull } from './disk-full.ts'
import { currentRequestId } from './request-context.ts'

export type Log = Logger

/** Never logged, at any depth (PRODUCT section 3). */
const SECRETS: ReadonlySet<string> = new Set([
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
])
const HIDDEN = '…'
const DEPTH_MAX = 6

/**
 * A copy without secret fields. Ours, since the logger's redaction took an eighth of the web process's time. Errors and what
 * serializes itself are left to their serializers.
 */
export function withoutSecrets<Value>(value: Value, depth = 0): Value {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return value
  if (value instanceof Error || 'toJSON' in value) return value
  let copy: Record<string, unknown> | undefined
  for (const [name, before] of Object.entries(value)) {
    const after: unknown = !SECRETS.has(name)
      ? withoutSecrets(before, depth + 1)
      : before === undefined
        ? before
        : HIDDEN
    if (after === before) continue
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
    copy[name] = after
  }
  return (copy as Value | undefined) ?? value
}

const LOGGED_PARAMETERS = new Set([
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
const SECRET_IN_PATH = /\/[uv]\/+[^/]/i
const ALL_GRANTS_IN_PATH = /(\/v\/+)[^/]+/gi
/** `/u/{uploadId}/{seconds}/{signature}` (`domains/uploads`): who has the address has the image. */
const ALL_SIGNATURES_IN_PATH = /(\/u\/+[^/]*\/+[^/]*\/+).+/gi
const NAME = /^[\w.[\]-]{1,40}$/

/** Without host, grants, signatures and unknown query values. `?`, `#` and `;` all begin a query, since servers differ. */
export function loggableUrl(url: string): string {
  const withoutHost = url.startsWith('/') ? url : url.replace(SCHEME_AND_HOST, '')
  const end = withoutHost.search(/[?#;]/)
  if (end < 0) return loggablePath(withoutHost)
  const fields = withoutHost.slice(end + 1).split(/[&?#;]/)
  return `${loggablePath(withoutHost.slice(0, end))}?${fields.map(loggableField).join('&')}`
}

function loggablePath(path: string): string {
  const ascii = asciiOf(path)
  if (!SECRET_IN_PATH.test(ascii)) return ascii
  return ascii.replaceAll(ALL_GRANTS_IN_PATH, '$1…').replaceAll(ALL_SIGNATURES_IN_PATH, '$1…')
}

function loggableField(field: string): string {
  const end = field.indexOf('=')
  if (end < 0) return '…'
  const name = asciiOf(field.slice(0, end))
  if (LOGGED_PARAMETERS.has(name)) return `${name}=${field.slice(end + 1)}`
  return `${NAME.test(name) ? name : '…'}=…`
}

const asciiOf = (text: string): string =>
  text.includes('%')
    ? text.replaceAll(/%([2-7][\da-f])/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** Of the request that the line is about, unless the line or its logger names it. */
function requestOf(line: object, _level: number, logger: Logger): object {
  const reqId = currentRequestId()
  const { [symbols.chindingsSym]: fixed } = logger as Logger & { [symbols.chindingsSym]: string }
  return reqId === null || 'reqId' in line || fixed.includes('"reqId":') ? {} : { reqId }
}

export interface LogOptions {
  level: string
  role: string
  destination?: DestinationStream
}

/** Without the pg connection attached to an error, which holds every statement; a full disk becomes one sentence. */
const serializers = {
  err(error: Error) {
    if (isDiskFull(error)) return { type: error.name, message: DISK_FULL_SENTENCE }
    const { client: _, code, ...serialized } = stdSerializers.err(error) as unknown as Record<string, unknown>
    return { ...withoutSecrets(serialized), ...(code !== undefined && { code }) }
  },
}

export function createLog({ level, role, destination = pino.destination({ fd: 1, sync: false }) }: LogOptions): Log {
  const options = {
    level,
    base: { role },
    serializers,
    mixin: requestOf,
    formatters: { log: (line: object) => withoutSecrets(line as Record<string, unknown>) },
    timestamp: stdTimeFunctions.isoTime,
  }
  const log = pino(options, destination)
  const { child } = log
  // The logger formats a child's fields only if the child has its own formatter.
  return Object.assign(log, {
    child: function (this: Log, fields, settings) {
      return child.call(this, withoutSecrets(fields), settings)
    } as typeof child,
  })
}
