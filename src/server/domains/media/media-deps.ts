import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import type { MediaStore, TitleWriter, Transcoder } from './ports.ts'

/** Dependencies of the media domain. */
export type MediaDeps = {
  db: Kysely<Database>
  clock: Clock
  log: Log
  store: MediaStore
  transcoder: Transcoder
  titles: TitleWriter
  /** Runs work under a lock that is released when its holder ends; undefined if the lock is taken (kit `withLock`). */
  lock: <T>(key: string, work: () => Promise<T>) => Promise<T | undefined>
  /** 32-byte key that wraps the content keys. */
  masterKey: Buffer
  /** Folder for jobs and clear packages: `DATA_DIR/work`. */
  workFolder: string
  /** Retry interval of a job paused by a full disk, in milliseconds. Default 30 000. */
  diskRetryMs?: number
}
