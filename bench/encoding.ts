import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from '../test/support/launch.ts'
import { processesOf } from '../test/support/processes.ts'
import { needEncoder, needProc } from './support/needs.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * Effect of background encoding on list requests: p99 of a visitor's lists, requested at a constant rate, while the
 * demo's worker encodes and without a worker. Medians over windows (BENCH_WINDOWS).
 */
const PER_SECOND = 100
const WINDOW_MS = 4_000
const WINDOWS = Number(process.env.BENCH_WINDOWS ?? 7)
const RAMP_UP_MS = 4_000
const TIMES_IDLE = 3
const CHECKS = 15
const CONTEXT = 'language=zh_HK&pattern=normal'
const LISTS = [
  `/api_v2/revamp/tabBars?recommendType=1&${CONTEXT}`,
  `/api_v2/revamp/mixProgramList?row=new&page=1&pageSize=35&${CONTEXT}`,
  `/api_v2/revamp/mixProgramList?row=free&page=1&pageSize=10&${CONTEXT}`,
  `/api_v2/revamp/listHomeBanner?place=billboard&tabId=1&${CONTEXT}`,
]

/**
 * Requests the lists in turn at the constant rate.
 * @returns the p99 in milliseconds
 */
async function measureWindow(origin: string, ms: number): Promise<number> {
  const pending: Promise<number>[] = []
  const end = performance.now() + ms
  await new Promise<void>((done) => {
    const timer = setInterval(() => {
      pending.push(timeRequest(`${origin}${LISTS[pending.length % LISTS.length]}`))
      if (performance.now() < end) return
      clearInterval(timer)
      done()
    }, 1000 / PER_SECOND)
  })
  const sorted = (await Promise.all(pending)).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)]!
}

const timeRequest = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const startMs = performance.now()
    get(url, { agent, headers: { 'accept-encoding': 'gzip, br' } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.resume().once('end', () => resolve(performance.now() - startMs))
    }).once('error', reject)
  })

/** Whether the service is encoding. Between two steps no encoder runs for a moment. */
async function isEncoding(): Promise<boolean> {
  for (let check = 0; check < CHECKS; check++) {
    if (processesOf(folder).some(({ command }) => command.includes('ffmpeg'))) return true
    await new Promise((later) => setTimeout(later, 200))
  }
  return false
}

needProc()
await needEncoder()
const folder = await mkdtemp(join(tmpdir(), 'harbour-bench-'))
const agent = new Agent({ keepAlive: true })

/** Measures windows of a service that is started and stopped for them. */
async function measure(args: string[], isValid: () => Promise<boolean>): Promise<number[]> {
  const harbour = launch(['start', ...args], {
    dataDir: folder,
    env: { HARBOUR_TEST: '0', HARBOUR_DEMO_MEDIA: 'full' },
  })
  try {
    const origin = `http://127.0.0.1:${/:(\d+)$/.exec(await harbour.waitForLine(/^Harbour is ready/))![1]}`
    await measureWindow(origin, RAMP_UP_MS)
    const found: number[] = []
    while (found.length < WINDOWS) {
      const p99 = await measureWindow(origin, WINDOW_MS)
      if (!(await isValid())) throw new Error('the service was not in the state to be measured')
      found.push(p99)
    }
    return found
  } finally {
    harbour.process.kill('SIGTERM')
    await harbour.exitCode
  }
}

try {
  const encoding = await measure([], isEncoding)
  const idle = await measure(['--roles', 'web'], async () => !(await isEncoding()))
  const row = (name: string, found: number[]) => [name, median(found), Math.min(...found), Math.max(...found)]
  printTable(['a list, p99', 'median ms', 'least', 'most'], [row('idle', idle), row('while encoding', encoding)])
  checkBudgets([{ name: 'p99 while encoding to idle', found: median(encoding) / median(idle), atMost: TIMES_IDLE }])
} finally {
  agent.destroy()
  await rm(folder, { recursive: true, force: true })
}
