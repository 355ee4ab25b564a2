import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import type { MediaStore, TitleWriter, Transcoder } from './ports.ts'

/** What media need. */
export type MediaDeps = {
  db: Kysely<Database>
  clock: Clock
  log: Log
  store: MediaStore
  transcoder: Transcoder
  titles: TitleWriter
  /** Runs work under a lock that falls with its holder; undefined when somebody else has it (kit `withLock`). */
  lock: <T>(key: string, work: () => Promise<T>) => Promise<T | undefined>
  /** 32 bytes that wrap the content keys. */
  masterKey: Buffer
  /** Where films are worked on and clear packages kept: `DATA_DIR/work`. */
  workFolder: string
  /** How long a job that met a full disk waits before it tries again; half a minute when not said. */
  roomMs?: number
}
