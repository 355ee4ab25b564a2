import { pino, type DestinationStream, type Logger, stdSerializers } from 'pino'

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

/** Query values that stay out of logged URLs, and the grant in a playback path. */
const SECRET_QUERY = new RegExp(`([?&](?:${SECRETS.join('|')}|mobileno)=)[^&#]*`, 'gi')
const GRANT = /^(\/v\/)[^/?]+/

/** A URL as logs may show it: grants and secret query values replaced by `…`. */
export const loggableUrl = (url: string): string => url.replace(GRANT, '$1…').replace(SECRET_QUERY, '$1…')

export interface LogOptions {
  level: string
  role: string
  destination?: DestinationStream
}

/** An error without the connection that pg hangs on it, which holds every statement it ever sent. */
const serializers = {
  err(error: Error) {
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
