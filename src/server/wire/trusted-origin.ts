import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { HttpConfig, RequestHead } from './http/http-deps.ts'

export type Trust = (address: string | undefined) => boolean

/**
 * Addresses and CIDR ranges, separated by commas; `loopback` is this machine.
 * @throws Error naming an entry that is neither
 */
export function createTrust(list: string | undefined): Trust {
  const entries = (list ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  if (entries.length === 0) return () => false
  const trusted = new BlockList()
  for (const entry of entries.flatMap((word) => (word === 'loopback' ? ['127.0.0.0/8', '::1'] : [word])))
    add(trusted, entry)
  return (address) => {
    const plain = unmapped(address)
    const version = isIP(plain)
    return version !== 0 && trusted.check(plain, version === 6 ? 'ipv6' : 'ipv4')
  }
}

function add(trusted: BlockList, entry: string): void {
  const [address = '', prefix] = entry.split('/')
  const version = isIP(address)
  const bits = prefix === undefined ? undefined : Number(prefix)
  if (
    version === 0 ||
    (bits !== undefined && !(Number.isInteger(bits) && bits >= 0 && bits <= (version === 6 ? 128 : 32)))
  ) {
    throw new Error(`TRUST_PROXY: ${entry} is neither an address nor a CIDR range`)
  }
  const family = version === 6 ? 'ipv6' : 'ipv4'
  if (bits === undefined) trusted.addAddress(address, family)
  else trusted.addSubnet(address, bits, family)
}

/** An IPv4 address that a dual-stack socket shows as IPv6. */
const unmapped = (address: string | undefined): string => (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '')

/** The nearest address that is no trusted proxy, from the connection and `X-Forwarded-For`: Fastify's `request.ip`, without Fastify. */
export function createAddressOf(trust: Trust): (request: { headers: IncomingHttpHeaders; raw: Peer }) => string {
  return ({ headers, raw }) => {
    let address = raw.socket.remoteAddress ?? ''
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
    while (trust(address)) {
      const next = forwarded.pop()?.trim()
      if (!next) break
      address = next
    }
    return address
  }
}

type Peer = { socket: { remoteAddress?: string | undefined } }

const LOCAL_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i

/** One of this machine's own names: a page could reach it by another (DNS rebinding). */
export const isLocalHost = (host: string | undefined): boolean => LOCAL_HOST.test(host ?? '')

export const isLoopback = (address: string | undefined): boolean =>
  /^(?:127\.\d+\.\d+\.\d+|::1)$/.test(unmapped(address))

const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const

export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  FORWARDING.some((name) => headers[name] !== undefined)

/** ISO 3166, from the configured header of a trusted proxy, else the default. */
export function createRegionOf(config: HttpConfig, trust: Trust): (request: RequestHead) => string {
  const header = config.REGION_HEADER?.toLowerCase()
  const fallback = config.DEFAULT_REGION
  if (header === undefined) return () => fallback
  return ({ headers, raw }) => {
    const value = headers[header]
    return typeof value === 'string' && /^[A-Z]{2}$/.test(value) && trust(raw.socket.remoteAddress) ? value : fallback
  }
}
