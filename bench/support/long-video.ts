import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type App, createApp } from '#server/app.ts'
import { findRunning } from '#server/adapters/postgres/cluster.ts'
import { masterKeyOf } from '#server/commands/master-key.ts'
import { readConfig } from '#server/config.ts'
import { contentOf, findAll } from '#server/domains/media/mp4.rules.ts'
import type { ClearPackage } from '#server/domains/media/media-model.ts'
import { systemClock } from '#server/kit/clock.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { draft } from '../../test/support/drafts.ts'
import { launch } from '../../test/support/launch.ts'
import { runEncoder } from '../../test/support/programs.ts'
import { openStream, readTrack, rowOf } from '../../test/support/watching.ts'

const PACKAGE = resolve('seed/package')
/** Repetitions of the packaged video. Its last tenth is then not buffered when the player holds two minutes. */
const REPETITIONS = 5

const TRAM = { ...draft, titleZh: '電車', titleEn: 'Tram' }

/** A video of some minutes in a running Harbour instance. */
export interface PublishedVideo {
  /** Port of the service. */
  port: number
  programId: string
  close(): Promise<void>
}

/** The same, and each of its rungs as a progressive file. */
export interface LongVideo extends PublishedVideo {
  /** Port of a bare server: `/{height}.mp4`, and `/` with the given page. */
  barePort: number
}

/** Publishes the packaged video with its tracks repeated, and remuxes its decrypted rungs into progressive files. */
export async function createLongVideo(barePage: string): Promise<LongVideo> {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-bench-'))
  const video = await publishLongVideo(REPETITIONS)
  const origin = `http://127.0.0.1:${video.port}`
  const [card] = await rowOf(origin, 'new')
  await writeProgressive(origin, card!, folder)
  const server = createServer((request, response) => void serve(request, response, { folder, barePage }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ...video,
    barePort: (server.address() as AddressInfo).port,
    async close() {
      await closeServer(server)
      await video.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Length of the packaged video without its last, shorter segment, in seconds. */
export const PACKAGED_SECONDS = 34

/** Starts Harbour with one title: the packaged video with its tracks repeated. `prepare` can add to its data. */
export async function publishLongVideo(
  repetitions: number,
  prepare: (app: App) => Promise<void> = async () => {},
): Promise<PublishedVideo> {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-bench-'))
  const dataDir = await mkdtemp(join(tmpdir(), 'harbour-run-'))
  const harbour = launch(['start', '--roles', 'web'], { dataDir, env: { HARBOUR_DEMO: '0' } })
  const port = Number(/:(\d+)$/.exec(await harbour.waitForLine(/^Harbour is ready/))![1])
  await publish(dataDir, { folder: await repeatTracks(folder, repetitions), prepare })
  await rm(folder, { recursive: true, force: true })
  const [card] = await rowOf(`http://127.0.0.1:${port}`, 'new')
  return {
    port,
    programId: card!.programId,
    async close() {
      harbour.process.kill('SIGTERM')
      await harbour.exitCode
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Copies a clear package with its tracks repeated, without their last, shorter segment. */
async function repeatTracks(folder: string, repetitions: number): Promise<string> {
  const long = join(folder, 'package')
  await cp(PACKAGE, long, { recursive: true })
  const file = join(long, 'package.json')
  const clear = JSON.parse(await readFile(file, 'utf8')) as ClearPackage
  for (const track of [...clear.video, ...clear.audio]) {
    const bytes = await readFile(join(long, track.file))
    const repeated = track.segments.slice(0, -1)
    const ticks = repeated.reduce((sum, [, length]) => sum + length, 0)
    const end = repeated.reduce((sum, [size]) => sum + size, track.initBytes)
    const parts = Array.from({ length: repetitions }, (_, time) =>
      shiftFragments(bytes.subarray(track.initBytes, end), time * ticks),
    )
    await writeFile(join(long, track.file), Buffer.concat([bytes.subarray(0, track.initBytes), ...parts]))
    track.segments = parts.flatMap(() => repeated)
    clear.seconds = (repetitions * ticks) / track.timescale
  }
  await writeFile(file, JSON.stringify(clear))
  return long
}

/** The same fragments, delayed by some ticks. */
function shiftFragments(fragments: Buffer, ticks: number): Buffer {
  const shifted = Buffer.from(fragments)
  for (const box of findAll(shifted, 'moof/traf/tfdt')) {
    const tfdt = contentOf(shifted, box)
    if (tfdt[0] === 1) tfdt.writeBigUInt64BE(tfdt.readBigUInt64BE(4) + BigInt(ticks), 4)
    else tfdt.writeUInt32BE(tfdt.readUInt32BE(4) + ticks, 4)
  }
  return shifted
}

type Published = { folder: string; prepare: (app: App) => Promise<void> }

/** Publishes the package as the video of a free title. */
async function publish(dataDir: string, { folder, prepare }: Published): Promise<void> {
  const config = readConfig({ HARBOUR_TEST: '1', DATA_DIR: dataDir })
  const app = await createApp({
    config,
    databaseUrl: (await findRunning(dataDir))!,
    masterKey: await masterKeyOf(config),
    log: createLog({ level: 'error', role: 'bench' }),
    clock: systemClock,
    queue: idleQueue,
  })
  try {
    const { catalogue, media } = app.domains
    const { programGuid } = await app.database.db
      .transaction()
      .execute((tx) => catalogue.titleWriter.createTitle(tx, TRAM))
    await media.importPackage({ folder, programGuid, role: 'film', hasPreview: false, assetId: 'bench-film' })
    await prepare(app)
  } finally {
    await app.close()
  }
}

async function closeServer(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

async function writeProgressive(origin: string, title: Parameters<typeof openStream>[1], folder: string) {
  const { key, rungs, audio } = await openStream(origin, title)
  const audioFile = join(folder, 'sound.mp4')
  await writeFile(audioFile, await readTrack(audio!, key))
  for (const { height, playlist } of rungs) {
    const videoFile = join(folder, 'video.mp4')
    await writeFile(videoFile, await readTrack(playlist, key))
    const inputs = ['-i', videoFile, '-i', audioFile, '-c', 'copy', '-movflags', '+faststart']
    await runEncoder('ffmpeg', ['-v', 'error', '-y', ...inputs, join(folder, `${height}.mp4`)])
  }
}

type Served = { folder: string; barePage: string }

/** Serves files with ranges and an ETag, like any static server. */
async function serve(request: IncomingMessage, response: ServerResponse, { folder, barePage }: Served): Promise<void> {
  const name = /^\/(\d+\.mp4)$/.exec(request.url ?? '')?.[1]
  if (!name) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(barePage)
    return
  }
  const file = join(folder, name)
  const { size } = await stat(file)
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const start = Number(from ?? 0)
  const end = to ? Number(to) : size - 1
  response.writeHead(from === undefined ? 200 : 206, {
    'content-type': 'video/mp4',
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    etag: `"${size}"`,
    ...(from !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  const body = createReadStream(file, { start, end, highWaterMark: 1 << 20 })
  response.once('close', () => body.destroy())
  body.pipe(response)
}
