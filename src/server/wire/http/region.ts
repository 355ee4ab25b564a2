import type { Trust } from '../trusted-origin.ts'
import type { HttpConfig, RequestHead } from './http-deps.ts'

/** Region of a visitor (ISO 3166): from the configured header if sent by a trusted proxy, else the default. */
export function createRegionOf(config: HttpConfig, trust: Trust): (request: RequestHead) => string {
  const header = config.REGION_HEADER?.toLowerCase()
  const fallback = config.DEFAULT_REGION
  if (header === undefined) return () => fallback
  return ({ headers, raw }) => {
    const value = headers[header]
    return typeof value === 'string' && /^[A-Z]{2}$/.test(value) && trust(raw.socket.remoteAddress) ? value : fallback
  }
}
