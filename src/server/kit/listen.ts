import { Client } from 'pg'
import type { Log } from './log.ts'

const RETRY_MS = 500
const RETRY_MAX_MS = 10_000

export interface Listener {
  /** Calls back at each notification; also after a reconnection, as something may have been missed. @returns how to stop */
  on(heard: () => void): () => void
  close(): Promise<void>
}

export interface ListenOptions {
  url: string
  channel: string
  log: Log
}

/** Hears a PostgreSQL channel (LISTEN) on a connection of its own, and connects again for as long as it is open. */
export async function listen({ url, channel, log }: ListenOptions): Promise<Listener> {
  const hearers = new Set<() => void>()
  const tell = () => hearers.forEach((heard) => heard())
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let isClosed = false

  const again = () => {
    if (isClosed || timer) return
    client = undefined
    timer = setTimeout(
      () => {
        timer = undefined
        connect().then(tell, again)
      },
      Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** failures++),
    )
  }

  const connect = async () => {
    const next = new Client({ connectionString: url, keepAlive: true })
    next.on('error', (error) => log.warn({ err: error, channel }, 'LISTEN connection lost'))
    next.on('end', again)
    next.on('notification', tell)
    await next.connect()
    await next.query(`listen ${next.escapeIdentifier(channel)}`)
    failures = 0
    client = next
    if (isClosed) await next.end()
  }

  await connect()
  return {
    on(heard) {
      hearers.add(heard)
      return () => hearers.delete(heard)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
