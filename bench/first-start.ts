import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { launch } from '../test/support/launch.ts'
import { type FolderProcess, processesOf } from '../test/support/processes.ts'
import { needEncoder, needProc } from './support/needs.ts'
import { checkBudgets, printTable } from './support/table.ts'

/**
 * The first start with the whole demo: seconds to `ready`, then to ten titles that play and to all of them, and the
 * CPU seconds of the preparation by kind, and the size of the data folder; then the same for the ladders behind, and the CPU
 * that the service takes when all is done. The budgets hold for two idle processors. BENCH_MINUTES limits each wait.
 */
const MINUTES = Number(process.env.BENCH_MINUTES ?? 30)
const SOME = 10
const POLL_MS = 1_000
const PAGE_SIZE = 35
const CLOCK_TICKS = 100
const IDLE_SECONDS = 20
const IDLE_PER_CENT = 10

type Kind = 'ffmpeg' | 'worker' | 'web' | 'PostgreSQL' | 'supervisor'
type CpuSeconds = Record<Kind, number>

/** Fields 14 to 17 of /proc/{pid}/stat, in seconds: the process itself, and its ended children. */
async function cpuOf({ pid }: FolderProcess): Promise<{ own: number; children: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number)
  return { own: (user + system) / CLOCK_TICKS, children: (childUser + childSystem) / CLOCK_TICKS }
}

/** CPU seconds so far. The children of the worker that have ended are encoders; those of PostgreSQL are its own. */
async function cpuSeconds(dataDir: string): Promise<CpuSeconds> {
  const sum: CpuSeconds = { ffmpeg: 0, worker: 0, web: 0, PostgreSQL: 0, supervisor: 0 }
  for (const process of processesOf(dataDir)) {
    const { own, children } = await cpuOf(process)
    if (process.command === 'harbour worker') {
      sum.worker += own
      sum.ffmpeg += children
    } else if (process.command === 'harbour web') sum.web += own
    else if (process.command === 'harbour') sum.supervisor += own
    else if (/ffmpeg|ffprobe/.test(process.command)) sum.ffmpeg += own
    else if (process.command.includes('postgres')) sum.PostgreSQL += own + children
  }
  return sum
}

/** How many titles play, of all. */
async function countTitles(origin: string): Promise<{ playable: number; total: number }> {
  let [playable, seen] = [0, 0]
  for (let page = 1; ; page++) {
    const query = `row=new&page=${page}&pageSize=${PAGE_SIZE}&language=en_US&pattern=normal`
    const response = await fetch(`${origin}/api_v2/revamp/mixProgramList?${query}`)
    const { list, total } = (await response.json()) as { list: { preparing: boolean }[]; total: number }
    playable += list.filter(({ preparing }) => !preparing).length
    seen += list.length
    if (seen >= total || list.length === 0) return { playable, total }
  }
}

/** Megabytes of the files below a folder; those that end meanwhile count nothing. */
async function megabytesOf(dataDir: string): Promise<number> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1e6
}

needProc()
await needEncoder()
const launchedAt = performance.now()
const folder = await mkdtemp(join(tmpdir(), 'harbour-bench-'))
const env = { HARBOUR_DEMO: '1', HARBOUR_DEMO_MEDIA: 'full', LOG_LEVEL: 'info' }
const harbour = launch(['start'], { dataDir: folder, env })
try {
  const url = /(\S+)$/.exec(await harbour.waitForLine(/^Harbour is ready: /))![1]!
  const readyAt = performance.now()
  const secondsSince = (start: number) => (performance.now() - start) / 1000
  const startSeconds = (readyAt - launchedAt) / 1000
  let someSeconds = Infinity
  let allSeconds = Infinity
  let found = await countTitles(url)
  while (allSeconds === Infinity && secondsSince(readyAt) < MINUTES * 60) {
    found = await countTitles(url)
    if (found.playable >= SOME) someSeconds = Math.min(someSeconds, secondsSince(readyAt))
    if (found.playable === found.total) allSeconds = secondsSince(readyAt)
    else await wait(POLL_MS)
  }
  const cpu = await cpuSeconds(folder)
  printTable(
    ['first start', 'seconds'],
    [
      ['launch to ready', startSeconds],
      [`ready to ${SOME} titles that play`, someSeconds],
      [`ready to all ${found.total}`, allSeconds],
    ],
  )
  printTable(
    ['CPU of', 'seconds'],
    Object.entries(cpu).map(([kind, seconds]) => [kind, seconds]),
  )
  const megabytes = await megabytesOf(folder)
  console.log(`The data folder has ${megabytes.toFixed(0)} MB.`)
  console.log(
    `${found.playable} of ${found.total} titles play. ${cpus().length} processors, load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  )
  const laddersFrom = performance.now()
  await Promise.race([harbour.waitForLine(/all films are prepared/), wait(MINUTES * 60_000, undefined, { ref: false })])
  const laddered = await cpuSeconds(folder)
  const laddersSeconds = secondsSince(laddersFrom)
  const sumOf = (seconds: CpuSeconds) => Object.values(seconds).reduce((sum, one) => sum + one, 0)
  // The worker encodes the images first, which waited for the films.
  const imagesFrom = performance.now()
  let idle = 100
  while (idle > IDLE_PER_CENT && secondsSince(imagesFrom) < MINUTES * 60) {
    const before = sumOf(await cpuSeconds(folder))
    await wait(IDLE_SECONDS * 1000)
    idle = ((sumOf(await cpuSeconds(folder)) - before) / IDLE_SECONDS) * 100
  }
  const all = await megabytesOf(folder)
  console.log(
    `The ladders took ${laddersSeconds.toFixed(0)} s and ${(sumOf(laddered) - sumOf(cpu)).toFixed(0)} CPU seconds. ` +
      `The data folder has ${all.toFixed(0)} MB then. After ${secondsSince(imagesFrom).toFixed(0)} s the idle service takes ` +
      `${idle.toFixed(1)} % of one processor.`,
  )
  checkBudgets([
    { name: `${SOME} titles that play, seconds after ready`, found: someSeconds, atMost: 180 },
    { name: 'all titles, seconds after ready', found: allSeconds, atMost: 900 },
    { name: 'data folder, MB', found: megabytes, atMost: 400 },
    { name: 'data folder with ladders, MB', found: all, atMost: 700 },
    { name: 'idle, per cent of one processor', found: idle, atMost: IDLE_PER_CENT },
  ])
} finally {
  harbour.process.kill('SIGTERM')
  await harbour.exitCode
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
