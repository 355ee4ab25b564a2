import { mkdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { chooseAccount, CLUSTER, currentClusterDir, OUTSIDE_ROOT, resolveHome } from './cluster-folder.ts'
import { type Binaries, locateBinaries, reachableBinaries } from './cluster-binaries.ts'
import { explain } from './cluster-error.ts'
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

/** Interval at which an adopted server is checked. */
const WATCH_MS = 1_000
const ADOPTION_TIMEOUT_MS = 5_000

/** Options of a cluster. Only `dataDir` and `log` are required. */
export type ClusterOptions = {
  dataDir: string
  /** Receives one line for each notable step. */
  log: (line: string) => void
  /** Account for PostgreSQL when Harbour runs as root. Default: `postgres`, else `nobody`. */
  user?: string
  /** False for tests: faster, but data is lost when the machine stops. */
  durable?: boolean
  /** Parent of the cluster's folder if other accounts cannot enter the data folder. */
  outside?: string
  /** Called when the server ends unexpectedly. */
  onLost?: () => void
}

/** The embedded PostgreSQL of a data folder. Requires `lockDataDir`: two owners would stop each other's server. */
export type Cluster = {
  /** Starts the server, or adopts one that is still running. `url` opens the database `harbour` as the service's role. */
  start(): Promise<{ url: string; adopted: boolean }>
  /** Stops the server and waits for its end. No effect if it is not running. */
  stop(): Promise<void>
}

type Running = { pid: number; site: Site; release: () => void }

/**
 * Creates a handle for the embedded PostgreSQL of a data folder. Nothing happens before `start`. Throws
 * `ClusterError`.
 */
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
    const { child, address } = await launch(site, password, options.log)
    const lost = () => options.onLost?.()
    child.once('exit', lost)
    running = { pid: child.pid ?? 0, site, release: () => child.off('exit', lost) }
    return openForService(address, password)
  }

  async function adopt(site: Site, password: string): Promise<string | undefined> {
    const postmaster = await livePostmaster(site.clusterDir, site.native)
    if (!postmaster || !(await hasSameSettings(postmaster, site))) return undefined
    const url = connectionString(postmaster.address, password)
    if (!(await isReachable(url, options.log))) return undefined
    const serviceUrl = await openForService(postmaster.address, password)
    options.log(`Reusing the PostgreSQL that is still running (process ${postmaster.pid})`)
    running = { pid: postmaster.pid, site, release: watch(postmaster.pid, () => options.onLost?.()) }
    return serviceUrl
  }

  async function stopExisting(site: Site): Promise<void> {
    const postmaster = await livePostmaster(site.clusterDir, site.native)
    if (postmaster) {
      options.log(`Stopping the PostgreSQL that is still running (process ${postmaster.pid})`)
      await stopPostmaster(postmaster.pid, site.clusterDir, site.native)
    } else await disownReusedPid(site.clusterDir)
  }

  async function stop(): Promise<void> {
    if (!running) return
    const { pid, site, release } = running
    running = undefined
    release()
    await stopPostmaster(pid, site.clusterDir, site.native)
  }
}

/** Hands the database to the service's role. @returns its connection string */
async function openForService(address: Address, password: string): Promise<string> {
  await ensureServiceRole(connectionString(address, password), password)
  return connectionString(address, servicePassword(password), SERVICE)
}

/**
 * URL of the running database of this data folder, whoever started it; undefined if it is not ready. Does not start or
 * change anything.
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
  // A running instance of an earlier version has no such role yet.
  return (await refusesPassword(url)) ? superuserUrl : url
}

async function prepare(options: ClusterOptions, binaries: Binaries): Promise<Site> {
  const { log, outside = OUTSIDE_ROOT, durable = true } = options
  await mkdir(options.dataDir, { recursive: true })
  const dataDir = await realpath(options.dataDir)
  const account = await chooseAccount(path.join(dataDir, CLUSTER), options.user)
  const home = await resolveHome({ dataDir, account, outside, log })
  const native = await reachableBinaries(binaries, account, home)
  return { dataDir, clusterDir: path.join(home, CLUSTER), native, account, durable }
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

/**
 * Calls back once when the process has ended.
 * @returns a function that stops watching
 */
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
