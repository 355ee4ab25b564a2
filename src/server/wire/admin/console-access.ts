import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '#contract/errors.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { createTrust, isForwarded, isLocalHost, isLoopback } from '../trusted-origin.ts'

export interface ConsoleConfig {
  /** Where the site is. */
  readonly PUBLIC_URL?: string | undefined
  /** Where the console is, apart from the site. */
  readonly CONSOLE_URL?: string | undefined
  /** Addresses and CIDR ranges from which it is reached. */
  readonly CONSOLE_ALLOW?: string | undefined
}

export interface ConsoleRequest {
  readonly headers: IncomingHttpHeaders
  /** As reported by trusted proxies. */
  readonly ip: string
  /** Of the connection. */
  readonly peer: string | undefined
}

export type ConsoleAccess = ReturnType<typeof createConsoleAccess>

/**
 * Who reaches the console at all, and by which names of cookies. Without CONSOLE_ALLOW only this very computer does, and only while the site
 * is not public either: behind a proxy or a tunnel every request comes from this computer.
 */
export function createConsoleAccess(config: ConsoleConfig) {
  const own = config.CONSOLE_URL === undefined ? undefined : new URL(config.CONSOLE_URL)
  const isAllowed = createTrust(config.CONSOLE_ALLOW)
  const isSitePublic = config.PUBLIC_URL !== undefined && !isLocalHost(new URL(config.PUBLIC_URL).host)
  const isSecure = own?.protocol === 'https:'
  return { admits, isConsoleHost, assertSameOrigin, assertSecure, cookies: cookieNames(isSecure), isSecure }

  function admits(request: ConsoleRequest): boolean {
    if (own && !isConsoleHost(request.headers.host)) return false
    if (config.CONSOLE_ALLOW !== undefined) return isAllowed(request.ip)
    const { host } = request.headers
    return !isSitePublic && isLoopback(request.peer) && isLocalHost(host) && !isForwarded(request.headers)
  }

  /** The host that serves nothing but the console. */
  function isConsoleHost(host: string | undefined): boolean {
    return own !== undefined && host?.toLowerCase() === own.host
  }

  /** A page of the console, and no form of another page. @throws AppError CROSS_SITE */
  function assertSameOrigin({ headers }: Pick<ConsoleRequest, 'headers'>): void {
    const isOwnPage =
      headers['sec-fetch-site'] === undefined
        ? headers.origin !== undefined && isOwnOrigin(headers.origin, headers.host)
        : headers['sec-fetch-site'] === 'same-origin'
    if (!isOwnPage || !headers['x-harbour-console']) throw new AppError('CROSS_SITE')
  }

  function isOwnOrigin(origin: string, host: string | undefined): boolean {
    return own ? origin === own.origin : URL.parse(origin)?.host === host?.toLowerCase()
  }

  /** Before a session is opened: over https, or on this computer. @throws AppError NOT_ALLOWED */
  function assertSecure({ headers }: Pick<ConsoleRequest, 'headers'>): void {
    if (!isSecure && !isLocalHost(headers.host)) throw operatorRefusal({ is: 'consoleInsecure' })
  }
}

/** `__Host-`: no other host can set it. Browsers take it over https only. */
const cookieNames = (isSecure: boolean) =>
  isSecure
    ? ({ session: '__Host-harbour_console', device: '__Host-harbour_console_device' } as const)
    : ({ session: 'harbour_console', device: 'harbour_console_device' } as const)
