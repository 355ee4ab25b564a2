import { Client } from 'pg'

/** The system asks a silent peer after this time; by its own default after two hours. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

const CONNECT_MS = 10_000

/** Of a connection of its own, for what a session holds. */
export const openOwnClient = (url: string): Client =>
  new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, ...KEEP_ALIVE })

export interface Watch {
  readonly everyMs: number
  readonly answerMs: number
}

const WATCH: Watch = { everyMs: 10_000, answerMs: 5_000 }

/** Checks again and again until the connection ends; without an answer it ends, as if its other end had closed it. */
export function watchConnection(client: Client, { everyMs, answerMs }: Watch = WATCH): void {
  let timer: NodeJS.Timeout | undefined
  const check = async () => {
    const late = setTimeout(() => client.connection.stream.destroy(), answerMs)
    try {
      await client.query('select 1')
      plan()
    } catch {
      client.connection.stream.destroy()
    } finally {
      clearTimeout(late)
    }
  }
  const plan = () => {
    timer = setTimeout(() => void check(), everyMs).unref()
  }

  client.once('end', () => clearTimeout(timer))
  plan()
}
