import { mkdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { chooseAccount } from './cluster-user.ts'
import { type Binaries, locateBinaries, reachableBinaries } from './cluster-binaries.ts'
import { explain } from './cluster-error.ts'
import { CLUSTER, currentClusterDir, OUTSIDE_ROOT, settleHome } from './cluster-folder.ts'
import { hasCluster, initialise, keepPassword, readPassword, resetPassword, type Site } from './cluster-initdb.ts'
import { acceptsConnections, launch } from './cluster-launch.ts'
import { connectionString, launchArguments, optionsLine } from './cluster-settings.ts'
import {
  disownReusedPid,
  isAlive,
  lastOptions,
  livePostmaster,
  type Postmaster,
  runsDeletedProgram,
  stopPostmaster,
} from './postmaster.ts'

/** How often the life of a server that is not our child is looked at. */
const WATCH_MS = 1_000
const ADOPTION_PATIENCE_MS = 5_000

/** What a cluster is made from. Only `dataDir` and `log` are needed. */
export type ClusterOptions = {
  dataDir: string
  /** Receives one plain line for each step worth telling. */
  log: (line: string) => void
  /** The account that PostgreSQL runs as when Harbour runs as root; else `postgres`, else `nobody`. */
  user?: string
  /** false for tests: faster, and lost when the machine stops. */
  durable?: boolean
  /** Where the cluster goes when root's data folder is closed to other accounts. */
  outside?: string
  /** Called when the server ends without having been asked to. */
  onLost?: () => void
}

/** The embedded PostgreSQL of one data folder. Hold `lockDataDir` around it: two owners would stop each other's. */
export type Cluster = {
  /** Starts it, or takes over one that was left running. `url` opens the database `harbour` as its superuser. */
  start(): Promise<{ url: string; adopted: boolean }>
  /** Stops it fast and waits until it is gone. Harmless when it does not run. */
  stop(): Promise<void>
}

type Running = { pid: number; site: Site; release: () => void }

/** Prepares the embedded PostgreSQL of a data folder; nothing happens before `start`. Failures are `ClusterError`s. */
export function createCluster(options: ClusterOptions): Cluster {
  let running: Running | undefined
  return { start, stop }

  async function start(): Promise<{ url: string; adopted: boolean }> {
    try {
      const binaries = await locateBinaries()
      const site = await prepare(options, binaries)
      const { password, fresh } = await keepPassword(site.dataDir)
      const known = await hasCluster(site.clusterDir, binaries.major)
      if (known && !fresh) {
        const url = await adopt(site, password)
        if (url !== undefined) return { url, adopted: true }
      }
      await clearTheWay(site)
      if (!known) options.log(`Creating the database (PostgreSQL ${binaries.version}) in ${site.clusterDir}`)
      if (!known) await initialise(site, password)
      else if (fresh) await resetPassword(site, password)
      return { url: await startOwn(site, password), adopted: false }
    } catch (error) {
      throw explain(error, options.dataDir)
    }
  }

  async function startOwn(site: Site, password: string): Promise<string> {
    const { child, url } = await launch(site, password, options.log)
    const lost = () => options.onLost?.()
    child.once('exit', lost)
    running = { pid: child.pid ?? 0, site, release: () => child.off('exit', lost) }
    return url
  }

  async function adopt(site: Site, password: string): Promise<string | undefined> {
    const found = await livePostmaster(site.clusterDir, site.native)
    if (!found || !(await isAsWanted(found, site))) return undefined
    const url = connectionString(found.address, password)
    if (!(await answersNow(url, options.log))) return undefined
    options.log(`Reusing the PostgreSQL that is still running (process ${found.pid})`)
    running = { pid: found.pid, site, release: watch(found.pid, () => options.onLost?.()) }
    return url
  }

  async function clearTheWay(site: Site): Promise<void> {
    const found = await livePostmaster(site.clusterDir, site.native)
    if (found) {
      options.log(`Stopping the PostgreSQL that is still running (process ${found.pid})`)
      await stopPostmaster(found.pid, site.clusterDir, site.native)
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

/**
 * The address of the cluster of this data folder if it runs and is ready, whoever started it: for commands that work
 * beside a running Harbour. Never starts or changes anything.
 */
export async function findRunning(dataDir: string): Promise<string | undefined> {
  const [clusterDir, password] = await Promise.all([currentClusterDir(dataDir), readPassword(dataDir)])
  const { native } = await locateBinaries()
  const found = await livePostmaster(clusterDir, native)
  return found?.ready && password !== undefined ? connectionString(found.address, password) : undefined
}

async function prepare(options: ClusterOptions, binaries: Binaries): Promise<Site> {
  const { log, outside = OUTSIDE_ROOT, durable = true } = options
  await mkdir(options.dataDir, { recursive: true })
  const dataDir = await realpath(options.dataDir)
  const account = await chooseAccount(path.join(dataDir, CLUSTER), options.user)
  const home = await settleHome({ dataDir, account, outside, log })
  const native = await reachableBinaries(binaries, account, home)
  return { dataDir, clusterDir: path.join(home, CLUSTER), native, account, durable }
}

async function isAsWanted({ pid, address, ready }: Postmaster, site: Site): Promise<boolean> {
  if (!ready || (await runsDeletedProgram(pid))) return false
  const wanted = optionsLine(launchArguments({ ...site, address }))
  return (await lastOptions(site.clusterDir)) === wanted
}

async function answersNow(url: string, log: ClusterOptions['log']): Promise<boolean> {
  return acceptsConnections(url, { log, patienceMs: ADOPTION_PATIENCE_MS }).then(
    () => true,
    () => false,
  )
}

/** Calls back once when the process is gone. @returns what ends the watch */
function watch(pid: number, onEnd: () => void): () => void {
  let watching = true
  const off = () => {
    watching = false
    clearInterval(timer)
  }
  const look = async () => {
    if ((await isAlive(pid)) || !watching) return
    off()
    onEnd()
  }
  const timer = setInterval(() => void look(), WATCH_MS)
  timer.unref()
  return off
}
