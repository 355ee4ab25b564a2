import type { Client } from 'pg'
import type { Log } from './log.ts'
import { openOwnClient, type Watch, watchConnection } from './own-client.ts'

const RETRY_MS = 500
const RETRY_MAX_MS = 10_000

type OnNotify = (payload?: string) => void

interface Listener {
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
  /** As `on`, for a channel that is listened to only while it is joined. Also told without a payload once it is listened to. */
  join(channel: string, onNotify: OnNotify): () => void
  close(): Promise<void>
}

export interface ListenOptions {
  url: string
  log: Log
  /** How the connection is watched. */
  watch?: Watch
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
  watch,
}: ListenOptions & { channels: readonly string[] }): Promise<Listeners> {
  const listeners = new Map(channels.map((channel) => [channel, new Set<OnNotify>()]))
  const joined = createJoined((verb, channel) => tell(verb, channel))
  const notifyAll = () => {
    listeners.forEach((all) => all.forEach((onNotify) => onNotify()))
    joined.channels().forEach((channel) => joined.notify(channel))
  }
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
    const newClient = openOwnClient(url)
    newClient.on('error', (error) => log.warn({ err: error, channels }, 'LISTEN connection lost'))
    newClient.on('end', reconnect)
    newClient.on('notification', ({ channel, payload }) =>
      listeners.has(channel)
        ? listeners.get(channel)!.forEach((onNotify) => onNotify(payload || undefined))
        : joined.notify(channel, payload || undefined),
    )
    await newClient.connect()
    watchConnection(newClient, watch)
    const all = [...channels, ...joined.channels()]
    await newClient.query(all.map((channel) => `listen ${newClient.escapeIdentifier(channel)}`).join('; '))
    failures = 0
    client = newClient
    for (const channel of joined.channels()) if (!all.includes(channel)) tell('listen', channel)
    if (isClosed) await newClient.end()
  }

  /** Not while there is no connection: the next one listens to what is joined then. A failure ends the connection. */
  const tell = (verb: 'listen' | 'unlisten', channel: string) => {
    const asked = client
    asked?.query(`${verb} ${asked.escapeIdentifier(channel)}`).then(
      () => verb === 'listen' && joined.notify(channel),
      () => asked.end().catch(() => undefined),
    )
  }

  await connect()
  return {
    on(channel, onNotify) {
      const all = listeners.get(channel)
      if (!all) throw new RangeError(`not a channel of this connection: ${channel}`)
      all.add(onNotify)
      return () => all.delete(onNotify)
    },
    join: joined.join,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}

/** Who has joined which channel. `tell` is called when the first joins and when the last leaves. */
function createJoined(tell: (verb: 'listen' | 'unlisten', channel: string) => void) {
  const joined = new Map<string, Set<OnNotify>>()
  return {
    channels: () => [...joined.keys()],
    notify: (channel: string, payload?: string) => joined.get(channel)?.forEach((onNotify) => onNotify(payload)),
    join(channel: string, onNotify: OnNotify): () => void {
      const all = joined.get(channel) ?? new Set()
      // One function can join twice.
      const own: OnNotify = (payload) => onNotify(payload)
      all.add(own)
      if (all.size === 1) {
        joined.set(channel, all)
        tell('listen', channel)
      }
      return () => {
        if (!all.delete(own) || all.size > 0) return
        joined.delete(channel)
        tell('unlisten', channel)
      }
    },
  }
}
