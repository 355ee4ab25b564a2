import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { ClusterError, explain } from './cluster-error.ts'

const LOCK = 'harbour.lock'
const HOLDER = 'harbour.pid'
const POLL_MS = 50
/** A running holder may just have been killed. */
const WAIT_MS = { stopping: 60_000, running: 2_000 } as const

/** `patient: false` refuses immediately. */
export type LockRequest = { purpose: string; patient: boolean }

/** The operating system releases it when the process ends. */
export type DataDirLock = {
  /** The next process then waits instead of being refused. */
  stopping(): Promise<void>
  release(): Promise<void>
}

/** As `data-dir-lock` writes it. */
export type Holder = { pid: number; purpose: string; stopping: boolean }

/**
 * An operating system lock (SQLite on an empty file), not a pid file: it works across containers that share a volume, and never becomes
 * stale. `harbour.pid` is only for messages. Creates a missing folder.
 * @throws ClusterError ALREADY_RUNNING while another process holds it; UNWRITABLE, DISK_FULL
 */
export async function lockDataDir(dataDir: string, request: Partial<LockRequest> = {}): Promise<DataDirLock> {
  const { purpose = 'npm start', patient = true } = request
  await mkdir(dataDir, { recursive: true }).catch((error: unknown) => {
    throw explain(error, dataDir)
  })
  const file = new DatabaseFile(dataDir)
  const holderFile = path.join(dataDir, HOLDER)
  await acquire(file, dataDir, patient)
  const write = (stopping: boolean) => writeFile(holderFile, JSON.stringify({ pid: process.pid, purpose, stopping }))
  await write(false).catch((error: unknown) => {
    file.close()
    throw explain(error, dataDir)
  })
  return {
    stopping: () => write(true),
    async release() {
      await rm(holderFile, { force: true })
      file.close()
    },
  }
}

async function acquire(file: DatabaseFile, dataDir: string, patient: boolean): Promise<void> {
  for (let waited = 0; !file.tryLock(); waited += POLL_MS) {
    const holder = await readHolder(dataDir)
    const waitMs = patient ? WAIT_MS[holder?.stopping ? 'stopping' : 'running'] : 0
    if (waited >= waitMs) throw alreadyRunning(dataDir, holder)
    await wait(POLL_MS)
  }
}

/** According to `harbour.pid`. It may have ended. */
export async function readHolder(dataDir: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path.join(dataDir, HOLDER), 'utf8')) as Holder
  } catch {
    return undefined
  }
}

function alreadyRunning(dataDir: string, holder: Holder | undefined): ClusterError {
  const who = holder ? `${holder.purpose} (process ${holder.pid})` : 'another Harbour'
  return new ClusterError(
    'ALREADY_RUNNING',
    `${who} already uses the data folder ${dataDir}. Stop it first, or set another DATA_DIR and PORT to run a second instance.`,
  )
}

class DatabaseFile {
  readonly #dataDir: string
  #held: DatabaseSync | undefined

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  tryLock(): boolean {
    const opened = this.#open()
    try {
      opened.exec('BEGIN EXCLUSIVE')
      this.#held = opened
      return true
    } catch (error) {
      opened.close()
      if (/locked|busy/i.test(String(error))) return false
      throw this.#refusal(error)
    }
  }

  close(): void {
    this.#held?.close()
    this.#held = undefined
  }

  #open(): DatabaseSync {
    try {
      return new DatabaseSync(path.join(this.#dataDir, LOCK), { timeout: 0 })
    } catch (error) {
      throw this.#refusal(error)
    }
  }

  // SQLite reports EACCES as "unable to open" or "readonly database".
  #refusal(error: unknown): ClusterError {
    const text = /unable to open|readonly/i.test(String(error)) ? `EACCES ${String(error)}` : String(error)
    return explain(text, this.#dataDir)
  }
}
