import type { Trust } from '../trusted-origin.ts'
import type { HttpConfig, RequestHead } from './http-deps.ts'

/** Where a visitor is (ISO 3166): what a trusted proxy says in the configured header, else the default. */
export function createRegionOf(config: HttpConfig, trust: Trust): (request: RequestHead) => string {
  const header = config.REGION_HEADER?.toLowerCase()
  const fallback = config.DEFAULT_REGION
  if (header === undefined) return () => fallback
  return ({ headers, raw }) => {
    const said = headers[header]
    return typeof said === 'string' && /^[A-Z]{2}$/.test(said) && trust(raw.socket.remoteAddress) ? said : fallback
  }
}
