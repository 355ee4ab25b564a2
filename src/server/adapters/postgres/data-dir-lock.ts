import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { ClusterError, explain } from './cluster-error.ts'

const LOCK = 'harbour.lock'
const HOLDER = 'harbour.pid'
const POLL_MS = 50
/** A holder that is ending may take this long; one that is not is given a moment, in case it was just killed. */
const PATIENCE_MS = { stopping: 60_000, running: 2_000 } as const

/** `purpose`: what the process does, for another's sentence. `patient: false` refuses at once. */
export type LockRequest = { purpose: string; patient: boolean }

/** One process's hold on a data folder. The system itself drops it when the process dies, however that happens. */
export type DataDirLock = {
  /** Says that this process is on its way out, so that the next one waits instead of refusing. */
  stopping(): Promise<void>
  /** Lets the folder go. */
  release(): Promise<void>
}

/** Who holds the folder, as it says of itself. */
export type Holder = { pid: number; purpose: string; stopping: boolean }

/**
 * Takes the data folder for this process alone, and makes the folder if it is missing. The lock is the operating
 * system's own (held by SQLite on an empty file), not a number in a file: it holds between containers that share a
 * volume, never goes stale and cannot be taken over by two at once. `harbour.pid` only serves the sentence.
 * @throws ClusterError ALREADY_RUNNING while another process holds it; UNWRITABLE, DISK_FULL
 */
export async function lockDataDir(dataDir: string, wish: Partial<LockRequest> = {}): Promise<DataDirLock> {
  const { purpose = 'npm start', patient = true } = wish
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
    const patienceMs = patient ? PATIENCE_MS[holder?.stopping ? 'stopping' : 'running'] : 0
    if (waited >= patienceMs) throw taken(dataDir, holder)
    await wait(POLL_MS)
  }
}

/** Who says that it holds the folder; it may have died since. */
export async function readHolder(dataDir: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path.join(dataDir, HOLDER), 'utf8')) as Holder
  } catch {
    return undefined
  }
}

function taken(dataDir: string, holder: Holder | undefined): ClusterError {
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

  // SQLite says "unable to open" and "readonly database" where the file system says EACCES.
  #refusal(error: unknown): ClusterError {
    const text = /unable to open|readonly/i.test(String(error)) ? `EACCES ${String(error)}` : String(error)
    return explain(text, this.#dataDir)
  }
}
