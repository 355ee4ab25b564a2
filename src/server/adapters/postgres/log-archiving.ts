import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Keeps files of the database's log, for restores to an instant. */
export interface LogArchive {
  /**
   * Returns when the file is kept for good. May be called again for a file that it has.
   * @param line of an unbroken log
   */
  keep(line: string, name: string, file: string): Promise<void>
}

/** In the cluster's folder. An empty file in it says that the log of its name is kept. */
export const KEPT = 'harbour_kept'
const STATUS = path.join('pg_wal', 'archive_status')
/** No file of a log has this name. */
const LINE = path.join(KEPT, 'line')
/** PostgreSQL shall wait no longer. */
const ENDING = path.join(KEPT, 'ending')
const READY = '.ready'
const POLL_MS = 500
const REPORT_EVERY_MS = 60_000
/** A store that hangs or refuses does not keep the service from stopping. What is left is kept after the next start. */
const END_MS = { server: 5_000, last: 8_000 } as const

/**
 * PostgreSQL deletes a file of its log when this command succeeds. It only waits for what `startArchiving` does: it runs as another
 * account, in the cluster's folder, without Node.
 */
const COMMAND =
  process.platform === 'win32'
    ? `if not exist ${KEPT}\\%f exit 1`
    : `n=0; until test -f ${KEPT}/%f; do n=$((n+1)); test $n -lt 150 -a ! -f ${KEPT}/ending || exit 1; sleep 0.2; done`

/** A minute is lost at most: a file of the log is ended after 45 s, and kept within seconds. */
export const ARCHIVING: Readonly<Record<string, string>> = {
  archive_mode: 'on',
  archive_timeout: '45s',
  archive_command: COMMAND,
}

export interface Archiving {
  /** Ends the server, and keeps what it leaves. */
  stop(endServer: () => Promise<void>): Promise<void>
}

interface Options {
  clusterDir: string
  archive: LogArchive
  log: (line: string) => void
}

/** PostgreSQL names the files of its log that wait in a folder of its own. */
export async function startArchiving({ clusterDir, archive, log }: Options): Promise<Archiving> {
  const line = await lineOf(clusterDir)
  await rm(path.join(clusterDir, ENDING), { force: true })
  // PostgreSQL's account looks into it, whatever the umask.
  await chmod(path.join(clusterDir, KEPT), 0o755)
  const ending = new AbortController()
  let reportedAt = Number.NEGATIVE_INFINITY
  const pass = () =>
    keepWaiting({ clusterDir, archive, line }).catch((error: unknown) => {
      if (performance.now() - reportedAt < REPORT_EVERY_MS) return
      reportedAt = performance.now()
      log(
        `BACKUP_STORE does not take the log of the database: ${error instanceof Error ? error.message : String(error)}`,
      )
    })
  const running = (async () => {
    while (!ending.signal.aborted) {
      await pass()
      await wait(POLL_MS, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  })()
  return {
    async stop(endServer) {
      const timer = setTimeout(() => void writeFile(path.join(clusterDir, ENDING), ''), END_MS.server)
      await endServer().finally(() => clearTimeout(timer))
      ending.abort()
      const last = running.then(pass)
      await Promise.race([last, wait(END_MS.last, undefined, { ref: false })])
    },
  }
}

/** The oldest first, so that no later file is kept without those before it. */
async function keepWaiting({ clusterDir, archive, line }: Omit<Options, 'log'> & { line: string }) {
  const statuses = await readdir(path.join(clusterDir, STATUS))
  const waiting = statuses.filter((name) => name.endsWith(READY)).map((name) => name.slice(0, -READY.length))
  const kept = new Set(await readdir(path.join(clusterDir, KEPT)))
  for (const name of kept)
    if (/^[0-9A-F]{8}/.test(name) && !waiting.includes(name))
      await rm(path.join(clusterDir, KEPT, name), { force: true })
  for (const name of waiting.toSorted()) {
    if (kept.has(name)) continue
    await archive.keep(line, name, path.join(clusterDir, 'pg_wal', name))
    await writeFile(path.join(clusterDir, KEPT, name), '')
  }
}

/**
 * Names an unbroken log. A restored cluster has none yet, so that what it writes is apart from what was written after the instant to
 * which it was restored.
 */
export async function lineOf(clusterDir: string): Promise<string> {
  const file = path.join(clusterDir, LINE)
  const existing = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (existing !== '') return existing
  const line = randomUUID()
  await mkdir(path.dirname(file), { recursive: true, mode: 0o755 })
  await writeFile(`${file}.draft`, line, { flush: true })
  await rename(`${file}.draft`, file)
  return line
}

/** What was written meanwhile is in no archive. */
export const breakLine = (clusterDir: string): Promise<void> => rm(path.join(clusterDir, LINE), { force: true })
