import { Client } from 'pg'
import type { Log } from './log.ts'

const RETRY_MS = 500
const RETRY_MAX_MS = 10_000

type OnNotify = (payload?: string) => void

export interface Listener {
  /**
   * Without a payload after a reconnection: notifications may be lost.
   * @returns a function that stops listening
   */
  on(onNotify: OnNotify): () => void
  close(): Promise<void>
}

export interface Listeners {
  /** As `Listener`, for one of the channels. */
  on(channel: string, onNotify: OnNotify): () => void
  close(): Promise<void>
}

export interface ListenOptions {
  url: string
  log: Log
}

/** LISTEN on a connection of its own. */
export async function listen({ channel, ...options }: ListenOptions & { channel: string }): Promise<Listener> {
  const listeners = await listenToAll({ ...options, channels: [channel] })
  return { on: (onNotify) => listeners.on(channel, onNotify), close: listeners.close }
}

/** LISTEN to several channels on one connection of its own. Reconnects until closed. */
export async function listenToAll({
  url,
  channels,
  log,
}: ListenOptions & { channels: readonly string[] }): Promise<Listeners> {
  const listeners = new Map(channels.map((channel) => [channel, new Set<OnNotify>()]))
  const notifyAll = () => listeners.forEach((all) => all.forEach((onNotify) => onNotify()))
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
        connect().then(notifyAll, reconnect)
      },
      Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** failures++),
    )
  }

  const connect = async () => {
    const newClient = new Client({ connectionString: url, keepAlive: true })
    newClient.on('error', (error) => log.warn({ err: error, channels }, 'LISTEN connection lost'))
    newClient.on('end', reconnect)
    newClient.on('notification', ({ channel, payload }) =>
      listeners.get(channel)?.forEach((onNotify) => onNotify(payload || undefined)),
    )
    await newClient.connect()
    await newClient.query(channels.map((channel) => `listen ${newClient.escapeIdentifier(channel)}`).join('; '))
    failures = 0
    client = newClient
    if (isClosed) await newClient.end()
  }

  await connect()
  return {
    on(channel, onNotify) {
      const all = listeners.get(channel)
      if (!all) throw new RangeError(`not a channel of this connection: ${channel}`)
      all.add(onNotify)
      return () => all.delete(onNotify)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
