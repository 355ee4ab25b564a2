import { Client } from 'pg'
import type { Log } from './log.ts'

const RETRY_MS = 500
const RETRY_MAX_MS = 10_000

export interface Listener {
  /**
   * Without a payload after a reconnection: notifications may be lost.
   * @returns a function that stops listening
   */
  on(onNotify: (payload?: string) => void): () => void
  close(): Promise<void>
}

export interface ListenOptions {
  url: string
  channel: string
  log: Log
}

/** LISTEN on its own connection. Reconnects until closed. */
export async function listen({ url, channel, log }: ListenOptions): Promise<Listener> {
  const listeners = new Set<(payload?: string) => void>()
  const notify = (payload?: string) => listeners.forEach((onNotify) => onNotify(payload))
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let isClosed = false

  const reconnect = () => {
    if (isClosed || timer) return
    client = undefined
    timer = setTimeout(
      () => {
        timer = undefined
        connect().then(() => notify(), reconnect)
      },
      Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** failures++),
    )
  }

  const connect = async () => {
    const newClient = new Client({ connectionString: url, keepAlive: true })
    newClient.on('error', (error) => log.warn({ err: error, channel }, 'LISTEN connection lost'))
    newClient.on('end', reconnect)
    newClient.on('notification', ({ payload }) => notify(payload || undefined))
    await newClient.connect()
    await newClient.query(`listen ${newClient.escapeIdentifier(channel)}`)
    failures = 0
    client = newClient
    if (isClosed) await newClient.end()
  }

  await connect()
  return {
    on(onNotify) {
      listeners.add(onNotify)
      return () => listeners.delete(onNotify)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
