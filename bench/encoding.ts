import { Agent, get } from 'node:http'
import { startHarbour } from '../test/support/harbour.ts'
import { processesOf, until } from '../test/support/processes.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * What the films that are encoded behind the first page cost those who look at lists meanwhile: p99 of a visitor's lists, asked
 * for at a steady rate whether or not those before were answered, while the demo's worker encodes and once it has nothing to do.
 * Medians over windows; a window in which the encoding ended counts for neither.
 */
const PER_SECOND = 100
const WINDOW_MS = 4_000
const WINDOWS = 7
const WARM_MS = 2_000
const TIMES_IDLE = 3
const DONE_S = 900
const RESTED_LOOKS = 6
const CONTEXT = 'language=zh_HK&pattern=normal'
const LISTS = [
  `/api_v2/revamp/tabBars?recommendType=1&${CONTEXT}`,
  `/api_v2/revamp/mixProgramList?row=new&page=1&pageSize=35&${CONTEXT}`,
  `/api_v2/revamp/mixProgramList?row=top10&page=1&pageSize=10&${CONTEXT}`,
  `/api_v2/revamp/listHomeBanner?place=billboard&tabId=1&${CONTEXT}`,
  `/api_v2/revamp/categoryList?tabId=2&${CONTEXT}`,
]

/** Asks for the lists in turns at the steady rate. @returns the p99 in milliseconds */
async function ask(origin: string, ms: number): Promise<number> {
  const underWay: Promise<number>[] = []
  const end = performance.now() + ms
  await new Promise<void>((done) => {
    const timer = setInterval(() => {
      underWay.push(askOnce(`${origin}${LISTS[underWay.length % LISTS.length]}`))
      if (performance.now() < end) return
      clearInterval(timer)
      done()
    }, 1000 / PER_SECOND)
  })
  const sorted = (await Promise.all(underWay)).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)]!
}

const askOnce = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const from = performance.now()
    get(url, { agent, headers: { 'accept-encoding': 'gzip, br' } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.resume().once('end', () => resolve(performance.now() - from))
    }).once('error', reject)
  })

/** Whether an encoder works for the service. */
async function isEncoding(): Promise<boolean> {
  return (await processesOf(harbour.dataDir)).some(({ command }) => command.includes('ffmpeg'))
}

/** Between two films there is a moment without an encoder. */
async function hasRested(): Promise<boolean> {
  for (let look = 0; look < RESTED_LOOKS; look++) {
    if (await isEncoding()) return false
    await new Promise((later) => setTimeout(later, 500))
  }
  return true
}

const harbour = await startHarbour({ env: { HARBOUR_TEST: '0' } })
const agent = new Agent({ keepAlive: true })
try {
  const origin = harbour.url.replace('localhost', '127.0.0.1')
  await ask(origin, WARM_MS)
  const encoding: number[] = []
  for (let window = 0; window < WINDOWS; window++) {
    const p99 = await ask(origin, WINDOW_MS)
    if (await isEncoding()) encoding.push(p99)
    else if (await hasRested()) break
  }
  if (encoding.length < 3)
    throw new Error(`the encoding was over after ${encoding.length} windows: nothing was measured`)
  await until(hasRested, { what: 'the end of the encoding', seconds: DONE_S })
  const idle: number[] = []
  for (let window = 0; window < WINDOWS; window++) idle.push(await ask(origin, WINDOW_MS))
  const row = (name: string, found: number[]) => [name, median(found), Math.min(...found), Math.max(...found)]
  printTable(['a list, p99', 'median ms', 'least', 'most'], [row('idle', idle), row('while encoding', encoding)])
  checkBudgets([{ name: 'p99 while encoding to idle', found: median(encoding) / median(idle), atMost: TIMES_IDLE }])
} finally {
  agent.destroy()
  await harbour.stop()
}
