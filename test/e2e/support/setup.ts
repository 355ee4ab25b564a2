import { createServer, type Server } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type RunningHarbour, startHarbour } from '../../support/harbour.ts'
import { writeFontConfigs } from '../../support/fonts.ts'
import { launch } from '../../support/launch.ts'
import { runIngest, type IngestResult, makeVideo } from './ingest.ts'

/** What all journeys share: one running service and the titles that were ingested into it, or those of the demo that are like them. */
export interface E2eWorld {
  url: string
  /** The service's data folder, for operators' commands. */
  dataDir: string
  /** Files of font configurations by the font: browsers are started with one. */
  fontConfigs: Record<string, string>
  /** The header that says a visitor's region. */
  regionHeader: string
  /** A free film of 12 s with three renditions, a trailer, sound and subtitles in two languages, and a visible counter of seconds. */
  film: IngestResult
  /** A free film of class III. */
  adult: IngestResult
  /** A free film for children. */
  child: IngestResult
  /** A free series of two marked episodes of 8 s, with an opening video and a content warning. */
  series: IngestResult
  /** A film of 4 s on sale for 29 credits. */
  rental: IngestResult
  /** A members-only film of 4 s. */
  members: IngestResult
  /** A film of 4 s for a voucher. */
  voucher: IngestResult
  /** A company whose staff list was imported, and the numbers on it. */
  staff: { company: string; numbers: string[] }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** URL that returns the world of the journeys, and below it that of the pictures (`demo`); the first request creates it. */
    e2eService: string
  }
}

interface Running {
  world: E2eWorld
  stop(): Promise<void>
}

/** A world that is created on the first request, since that can exceed a request timeout: clients poll until the status is not 202. */
class LazyWorld {
  #running: Promise<Running> | undefined
  #answer = { status: 202, body: '' }
  readonly #start: () => Promise<Running>

  constructor(start: () => Promise<Running>) {
    this.#start = start
  }

  answer(): { status: number; body: string } {
    if (!this.#running) {
      this.#answer = { status: 202, body: '' }
      this.#running = this.#start()
      this.#running.then(
        ({ world }) => (this.#answer = { status: 200, body: JSON.stringify(world) }),
        (error) => {
          // The next request tries again.
          this.#running = undefined
          this.#answer = { status: 500, body: String(error) }
        },
      )
    }
    return this.#answer
  }

  stop(): Promise<void> | undefined {
    return this.#running?.then(
      ({ stop }) => stop(),
      () => {},
    )
  }
}

/**
 * Vitest's global setup of the journeys: one world for all of them, and one with the demo alone for those that take pictures.
 * With E2E_START_EARLY the first is created beside the tests that run before the journeys.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const journeys = new LazyWorld(start)
  const demo = new LazyWorld(startDemo)
  if (process.env.E2E_START_EARLY === '1') journeys.answer()
  const control = createServer((request, response) => {
    const { status, body } = (request.url === '/demo' ? demo : journeys).answer()
    response.writeHead(status).end(body)
  })
  project.provide('e2eService', await listening(control))
  return async () => {
    control.close()
    control.closeAllConnections()
    await Promise.all([journeys.stop(), demo.stop()])
  }
}

async function listening(control: Server): Promise<string> {
  control.listen(0, '127.0.0.1')
  await once(control, 'listening')
  return `http://127.0.0.1:${(control.address() as AddressInfo).port}`
}

type Fill = (
  folder: string,
  harbour: RunningHarbour,
) => Promise<Omit<E2eWorld, 'url' | 'dataDir' | 'fontConfigs' | 'regionHeader'>>

/** Starts a service with the demo. It trusts `X-Forwarded-For`, so that each test has a client address of its own. */
async function startWith(fill: Fill): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-e2e-'))
  let harbour: RunningHarbour | undefined
  const stop = async () => {
    await harbour?.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const regionHeader = 'x-region'
    const env = { TRUST_PROXY: 'loopback', HARBOUR_SANDBOX: '1', REGION_HEADER: regionHeader }
    harbour = await startHarbour({ dataDir: join(folder, 'data'), env })
    const { url, dataDir } = harbour
    const [fontConfigs, titles] = await Promise.all([writeFontConfigs(join(folder, 'fonts')), fill(folder, harbour)])
    return { world: { url, dataDir, fontConfigs, regionHeader, ...titles }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The world of the journeys: titles are ingested into it. */
const start = () =>
  startWith(async (folder, { dataDir }) => {
    const [titles, staff] = await Promise.all([ingestTitles(folder, dataDir), importStaff(folder, dataDir)])
    return { ...titles, staff }
  })

const demoTitle = (programId: string): IngestResult => ({ programId, exitCode: 0, lines: [] })

/** The demo alone. Its films are still being encoded. */
const startDemo = () =>
  startWith(async (folder, { dataDir }) => {
    return {
      film: demoTitle('tram'),
      adult: demoTitle('pier'),
      child: demoTitle('dimsum'),
      series: demoTitle('islands'),
      rental: demoTitle('incense'),
      members: demoTitle('crossing'),
      voucher: demoTitle('zebra'),
      staff: await importStaff(folder, dataDir),
    }
  })

async function ingestTitles(folder: string, dataDir: string) {
  const film = await makeVideo(join(folder, 'film.mp4'), { seconds: 12, size: '1280x720', audio: ['yue', 'eng'] })
  const short = await makeVideo(join(folder, 'short.mp4'), { seconds: 4, size: '320x180' })
  const episode = await makeVideo(join(folder, 'episode.mp4'), { seconds: 8, size: '320x180' })
  const opening = await makeVideo(join(folder, 'opening.mp4'), { seconds: 2, size: '320x180' })
  const names = ['--title-zh', '黃昏渡輪', '--title-en', 'The Evening Ferry', '--genre', 'drama', '--country', 'HK']
  const subtitles = ['zh-Hant', 'en'].flatMap((language) => ['--subtitle', `${language}:${film.subtitles}`])
  const adultNames = ['--title-zh', '午夜之後', '--title-en', 'Past Midnight', '--class', 'III']
  const rentalNames = ['--title-zh', '天台一夜', '--title-en', 'Rooftop Night', '--vod', 'credit', '--credits', '29']
  const voucherNames = ['--title-zh', '一券之夜', '--title-en', 'One Voucher Night', '--vod', 'voucher']
  const membersNames = ['--title-zh', '會員之夜', '--title-en', 'Members’ Night', '--vod', 'vip']
  const seriesNames = ['--title-zh', '街市兩日', '--title-en', 'Two Market Days', '--classify', 'drama']
  const warning = ['--warning-zh', '含有劏魚場面。', '--warning-en', 'Fish are cut.']
  const marks = ['--skip-show', '1', '--skip-to', '4', '--ends-at', '6']
  const second = ['--title-zh', '次日', '--title-en', 'The Second', '--episode', '2']
  const ingestSeries = async () => {
    const first = [...seriesNames, ...warning, ...marks, '--opening', opening.file]
    const series = await runIngest(dataDir, episode, first)
    await runIngest(dataDir, episode, [...second, '--series', series.programId, ...marks])
    return series
  }
  const childNames = ['--title-zh', '小輪船', '--title-en', 'The Little Ferry', '--classify', 'kids']
  const [series, adult, child, rental, members, voucher, ferry] = await Promise.all([
    ingestSeries(),
    runIngest(dataDir, short, adultNames),
    runIngest(dataDir, short, childNames),
    runIngest(dataDir, short, rentalNames),
    runIngest(dataDir, short, membersNames),
    runIngest(dataDir, short, voucherNames),
    runIngest(dataDir, film, [...names, ...subtitles, '--trailer', short.file]),
  ])
  return { series, adult, child, rental, members, voucher, film: ferry }
}

/** Each number is good for one account's plan: there are enough for every test and its repetition. */
const STAFF_NUMBERS = 40

async function importStaff(folder: string, dataDir: string) {
  const company = '海旁戲院'
  const numbers = Array.from({ length: STAFF_NUMBERS }, (_, n) => `HP${1_000 + n}`)
  const file = join(folder, 'staff.csv')
  await writeFile(file, numbers.map((number) => `${company},${number}\n`).join(''))
  const command = launch(['partners', 'staff', 'import', file], { dataDir })
  if ((await command.exitCode) !== 0) throw new Error(`the staff list was not imported:\n${command.lines.join('\n')}`)
  return { company, numbers }
}
