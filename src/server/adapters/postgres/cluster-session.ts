import { setTimeout as wait } from 'node:timers/promises'
import { ClusterError } from './cluster-error.ts'
import { type ClusterOptions, createCluster, findRunning } from './cluster.ts'
import { type DataDirLock, lockDataDir, readHolder } from './data-dir-lock.ts'

const POLL_MS = 200
/** An instance that is starting may still create its database. */
const PATIENCE_MS = 120_000

/** `close` stops only what the command started itself. */
export type ClusterSession = { url: string; close(): Promise<void> }

/**
 * For commands (migrate, ingest, backup): the database of a running instance on this data folder, else one for the command's duration.
 * @param purpose shown to another command that has to wait: `npm run ingest`
 * @throws ClusterError
 */
export async function joinCluster(options: ClusterOptions, purpose: string): Promise<ClusterSession> {
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const lock = await tryLock(options.dataDir, purpose)
    if (lock) return startFor(options, lock)
    const holder = await readHolder(options.dataDir)
    const url = holder?.stopping ? undefined : await findRunning(options.dataDir)
    if (url !== undefined) return { url, close: async () => undefined }
    await wait(POLL_MS)
  }
  throw new ClusterError(
    'FAILED',
    `The database of the Harbour instance in ${options.dataDir} is not ready. Try again later.`,
  )
}

async function tryLock(dataDir: string, purpose: string): Promise<DataDirLock | undefined> {
  try {
    return await lockDataDir(dataDir, { purpose, patient: false })
  } catch (error) {
    if (error instanceof ClusterError && error.code === 'ALREADY_RUNNING') return undefined
    throw error
  }
}

async function startFor(options: ClusterOptions, lock: DataDirLock): Promise<ClusterSession> {
  const cluster = createCluster(options)
  try {
    const { url } = await cluster.start()
    return {
      url,
      async close() {
        await lock.stopping()
        await cluster.stop()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}
