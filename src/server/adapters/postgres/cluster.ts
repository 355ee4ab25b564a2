import { chown, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Account, chooseAccount, CLUSTER, currentClusterDir, OUTSIDE_ROOT, resolveHome } from './cluster-folder.ts'
import { type Binaries, locateBinaries, reachableBinaries } from './cluster-binaries.ts'
import { explain, ClusterError } from './cluster-error.ts'
import {
  hasCluster,
  initialise,
  ensurePassword,
  readPassword,
  resetPassword,
  type Site,
  ensureServiceRole,
  servicePassword,
} from './cluster-initdb.ts'
import {
  acceptsConnections,
  launch,
  refusesPassword,
  disownReusedPid,
  isAlive,
  lastOptions,
  livePostmaster,
  type Postmaster,
  runsDeletedProgram,
  stopPostmaster,
} from './cluster-launch.ts'
import { type Address, connectionString, launchArguments, optionsLine, SERVICE } from './cluster-settings.ts'
import { ARCHIVING, type Archiving, breakLine, type LogArchive, startArchiving } from './log-archiving.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { type DataDirLock, lockDataDir, readHolder } from './data-dir-lock.ts'

/** Of an adopted server. */
const WATCH_MS = 1_000
const ADOPTION_TIMEOUT_MS = 5_000

export type ClusterOptions = {
  dataDir: string
  /** One line for each notable step. */
  log: (line: string) => void
  /** When Harbour runs as root. Default: `postgres`, else `nobody`. */
  user?: string
  /** False for tests: faster, but a crash of the machine loses data. */
  durable?: boolean
  /** For the cluster's folder, if other accounts cannot enter the data folder. */
  outside?: string
  /** The server ended unexpectedly. */
  onLost?: () => void
  /** What keeps its log; every start of the cluster needs it, or the log has a gap. */
  archive?: LogArchive | undefined
  /** Settings of PostgreSQL for a cluster that is made of a backup. */
  recovery?: Readonly<Record<string, string>>
}

/** The embedded PostgreSQL of a data folder. Requires `lockDataDir`: two owners would stop each other's server. */
export type Cluster = {
  /** Or adopts a server that is still running. `url` opens the database as the service's role. */
  start(): Promise<{ url: string; adopted: boolean }>
  /** Waits for its end. */
  stop(): Promise<void>
}

type Running = { pid: number; site: Site; release: () => void; archiving: Archiving | undefined }

/** Nothing happens before `start`. Throws `ClusterError`. */
export function createCluster(options: ClusterOptions): Cluster {
  let running: Running | undefined
  return { start, stop }

  async function start(): Promise<{ url: string; adopted: boolean }> {
    try {
      const binaries = await locateBinaries()
      const site = await prepare(options, binaries)
      const { password, fresh } = await ensurePassword(site.dataDir)
      const exists = await hasCluster(site.clusterDir, binaries.major)
      if (exists && !fresh) {
        const url = await adopt(site, password)
        if (url !== undefined) return { url, adopted: true }
      }
      await stopExisting(site)
      if (!exists) options.log(`Creating the database (PostgreSQL ${binaries.version}) in ${site.clusterDir}`)
      if (!exists) await initialise(site, password)
      else if (fresh) await resetPassword(site, password)
      return { url: await startOwn(site, password), adopted: false }
    } catch (error) {
      throw explain(error, options.dataDir)
    }
  }

  async function startOwn(site: Site, password: string): Promise<string> {
    if (options.archive && !(await wasArchiving(site))) await breakLine(site.clusterDir)
    const { child, address } = await launch(site, password, options.log)
    const lost = () => options.onLost?.()
    child.once('exit', lost)
    const archiving = await archivingOf(site)
    running = { pid: child.pid ?? 0, site, release: () => child.off('exit', lost), archiving }
    return openForService(address, password)
  }

  async function adopt(site: Site, password: string): Promise<string | undefined> {
    const postmaster = await livePostmaster(site.clusterDir, site.native)
    if (!postmaster || !(await hasSameSettings(postmaster, site))) return undefined
    const url = connectionString(postmaster.address, password)
    if (!(await isReachable(url, options.log))) return undefined
    const serviceUrl = await openForService(postmaster.address, password)
    options.log(`Reusing the PostgreSQL that is still running (process ${postmaster.pid})`)
    const release = watch(postmaster.pid, () => options.onLost?.())
    running = { pid: postmaster.pid, site, release, archiving: await archivingOf(site) }
    return serviceUrl
  }

  async function archivingOf({ clusterDir }: Site): Promise<Archiving | undefined> {
    const { archive, log } = options
    return archive && startArchiving({ clusterDir, archive, log })
  }

  async function stopExisting(site: Site): Promise<void> {
    const postmaster = await livePostmaster(site.clusterDir, site.native)
    if (postmaster) {
      options.log(`Stopping the PostgreSQL that is still running (process ${postmaster.pid})`)
      // Before it ends it waits until its log is kept.
      const archiving = await archivingOf(site)
      await endServer(postmaster.pid, site, archiving)
    } else await disownReusedPid(site.clusterDir)
  }

  async function stop(): Promise<void> {
    if (!running) return
    const { pid, site, release, archiving } = running
    running = undefined
    release()
    await endServer(pid, site, archiving)
  }
}

function endServer(pid: number, { clusterDir, native }: Site, archiving: Archiving | undefined): Promise<void> {
  const end = () => stopPostmaster(pid, clusterDir, native)
  return archiving ? archiving.stop(end) : end()
}

/** @returns the connection string of the service's role */
async function openForService(address: Address, password: string): Promise<string> {
  await ensureServiceRole(connectionString(address, password), password)
  return connectionString(address, servicePassword(password), SERVICE)
}

/**
 * Undefined if the database is not ready. Starts and changes nothing.
 * @param as the superuser, for what the service's role may not do
 */
export async function findRunning(
  dataDir: string,
  as: 'service' | 'superuser' = 'service',
): Promise<string | undefined> {
  const [clusterDir, password] = await Promise.all([currentClusterDir(dataDir), readPassword(dataDir)])
  const { native } = await locateBinaries()
  const postmaster = await livePostmaster(clusterDir, native)
  if (!postmaster?.ready || password === undefined) return undefined
  const superuserUrl = connectionString(postmaster.address, password)
  if (as === 'superuser') return superuserUrl
  const url = connectionString(postmaster.address, servicePassword(password), SERVICE)
  // An earlier version that still runs has no such role.
  return (await refusesPassword(url)) ? superuserUrl : url
}

async function prepare(options: ClusterOptions, binaries: Binaries): Promise<Site> {
  const { log, outside = OUTSIDE_ROOT, durable = true } = options
  await mkdir(options.dataDir, { recursive: true })
  const dataDir = await realpath(options.dataDir)
  const account = await chooseAccount(path.join(dataDir, CLUSTER), options.user)
  const home = await resolveHome({ dataDir, account, outside, log })
  const native = await reachableBinaries(binaries, account, home)
  const settings = { ...(options.archive && ARCHIVING), ...options.recovery }
  return { dataDir, clusterDir: path.join(home, CLUSTER), native, account, durable, settings }
}

async function wasArchiving({ clusterDir }: Site): Promise<boolean> {
  const options = await lastOptions(clusterDir)
  return options === '' || options.includes('archive_mode=on')
}

/**
 * Makes the cluster of a data folder of files that `fill` puts there, as of a backup. Nothing is started.
 * @throws ClusterError when the folder has one
 */
export async function fillCluster(
  options: ClusterOptions,
  fill: (clusterDir: string, site: Site) => Promise<void>,
): Promise<Site> {
  const site = await prepare(options, await locateBinaries())
  await refuseCluster(site.clusterDir)
  const draft = `${site.clusterDir}.draft`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await fill(draft, site)
  if (site.account) await changeOwner(site.account, draft)
  await rm(site.clusterDir, { recursive: true, force: true })
  await rename(draft, site.clusterDir)
  return site
}

/** @throws ClusterError when the folder has a database */
export async function refuseCluster(clusterDir: string): Promise<void> {
  if ((await readdir(clusterDir).catch(() => [])).length > 0)
    throw new ClusterError('FAILED', `${clusterDir} has a database. Set DATA_DIR to a new folder.`)
}

async function changeOwner({ uid, gid }: Account, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(path.join(entry.parentPath, entry.name), uid, gid)
  await chown(folder, uid, gid)
}

async function hasSameSettings({ pid, address, ready }: Postmaster, site: Site): Promise<boolean> {
  if (!ready || (await runsDeletedProgram(pid))) return false
  const expectedOptions = optionsLine(launchArguments({ ...site, address }))
  return (await lastOptions(site.clusterDir)) === expectedOptions
}

async function isReachable(url: string, log: ClusterOptions['log']): Promise<boolean> {
  return acceptsConnections(url, { log, patienceMs: ADOPTION_TIMEOUT_MS }).then(
    () => true,
    () => false,
  )
}

/** @returns a function that stops watching */
function watch(pid: number, onEnd: () => void): () => void {
  let watching = true
  const off = () => {
    watching = false
    clearInterval(timer)
  }
  const check = async () => {
    if ((await isAlive(pid)) || !watching) return
    off()
    onEnd()
  }
  const timer = setInterval(() => void check(), WATCH_MS)
  timer.unref()
  return off
}

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
