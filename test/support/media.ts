import { createDecipheriv, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { findBinaries } from '#server/adapters/ffmpeg/binaries.ts'
import { createFfmpeg } from '#server/adapters/ffmpeg/ffmpeg-transcoder.ts'
import { createFileStore } from '#server/adapters/storage/file-store.ts'
import {
  type AssetAttachment,
  createMedia,
  type MediaDeps,
  type MediaStore,
  type TitleDraft,
  type Transcoder,
} from '#server/domains/media/index.ts'
import { createTestClock } from '#server/kit/clock.ts'
import { withLock } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { createTestDb, type TestDb } from './database.ts'
import { draft } from './drafts.ts'
import { runEncoder } from './programs.ts'

export const DRAFT: TitleDraft = { ...draft, titleZh: '測試', titleEn: 'A test' }

/** Media on a database, a folder and a catalogue of their own. */
export type MediaBench = {
  test: TestDb
  deps: MediaDeps
  store: MediaStore
  folder: string
  titles: TitleDraft[]
  attached: AssetAttachment[]
  media: ReturnType<typeof createMedia>
  close(): Promise<void>
}

export async function createMediaBench(
  change: (deps: MediaDeps) => Partial<MediaDeps> = () => ({}),
): Promise<MediaBench> {
  const test = await createTestDb()
  const folder = await mkdtemp(join(tmpdir(), 'harbour-media-'))
  const store = createFileStore(join(folder, 'media'))
  const titles: TitleDraft[] = []
  const attached: AssetAttachment[] = []
  const plain: MediaDeps = {
    db: test.db,
    clock: createTestClock(),
    log: createLog({ level: 'silent', role: 'test' }),
    store,
    transcoder: createFfmpeg(await findBinaries({})),
    masterKey: randomBytes(32),
    workFolder: join(folder, 'work'),
    lock: (key, work) => withLock(test.url, key, work),
    titles: {
      checkDraft: async () => undefined,
      createTitle: async (_, draft) => {
        titles.push(draft)
        return { programId: 'p1', programGuid: 'p1' }
      },
      attachAsset: async (_, attachment) => void attached.push(attachment),
    },
  }
  const deps = { ...plain, ...change(plain) }
  return {
    test,
    deps,
    store,
    folder,
    titles,
    attached,
    media: createMedia(deps),
    close: async () => {
      await test.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Makes a file with ffmpeg. */
export async function makeClip(file: string, ...args: string[]): Promise<string> {
  await runEncoder('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args, file])
  return file
}

/** A moving picture and a tone: inputs for `makeClip`. */
export const testImage = (size: string, seconds: number, rate = '25') => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=s=${size}:d=${seconds}:r=${rate}`,
]
export const tone = (seconds: number, frequency = 440) => [
  '-f',
  'lavfi',
  '-i',
  `sine=f=${frequency}:r=48000:d=${seconds}`,
]
export const FAST = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

export type Listed = { uri: string; seconds: number; sequence: number }

/** The segments of a media playlist, with the number that is their IV. */
export function readPlaylist(text: string): Listed[] {
  const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1])
  return [...text.matchAll(/#EXTINF:([\d.]+),\n(\S+)/g)].map(([, seconds, uri], at) => ({
    uri: uri!,
    seconds: Number(seconds),
    sequence: first + at,
  }))
}

export const textOf = async (store: MediaStore, key: string): Promise<string> => (await bytesOf(store, key)).toString()

export async function bytesOf(store: MediaStore, key: string): Promise<Buffer> {
  const opened = await store.open(key)
  if (!opened) throw new Error(`nothing at ${key}`)
  return buffer(opened.body)
}

/** Decrypts a track as a player does, by its playlist alone, and joins it to one playable file. */
export async function playTrack(
  { store, folder }: MediaBench,
  track: string,
  key: Buffer,
): Promise<{ file: string; segments: Listed[] }> {
  const segments = readPlaylist(await textOf(store, `${track}/index.m3u8`))
  const parts = [await bytesOf(store, `${track}/init.mp4`)]
  for (const { uri, sequence } of segments) {
    const iv = Buffer.alloc(16)
    iv.writeUInt32BE(sequence, 12)
    const decipher = createDecipheriv('aes-128-cbc', key, iv)
    parts.push(decipher.update(await bytesOf(store, `${track}/${uri}`)), decipher.final())
  }
  const file = join(folder, `${track.replaceAll('/', '_')}.mp4`)
  await writeFile(file, Buffer.concat(parts))
  return { file, segments }
}

/** What ffprobe says of a file's first stream. */
export async function streamOf(file: string, entries: string): Promise<Record<string, string>> {
  const args = ['-v', 'error', '-count_packets', '-show_entries', `stream=${entries}`, '-of', 'json', file]
  const { stdout } = await runEncoder('ffprobe', args)
  return (JSON.parse(stdout) as { streams: [Record<string, string>] }).streams[0]
}

/** A bench whose encoder counts its calls, and does what a test wants before each. */
export async function createWatchedBench(before: (step: string) => unknown = () => undefined) {
  const calls: string[] = []
  const bench = await createMediaBench(({ transcoder }) => {
    const watched = Object.entries(transcoder).map(([name, call]) => {
      if (name === 'commandLine' || name === 'endOrphan') return [name, call]
      const watch = async (...args: unknown[]) => {
        calls.push(name)
        await before(name)
        return (call as (...all: unknown[]) => unknown)(...args)
      }
      return [name, watch]
    })
    return { masterKey: Buffer.alloc(32, 7), transcoder: Object.fromEntries(watched) as Transcoder }
  })
  return { calls, bench }
}

/** A small film with sound. */
export const makeVideo = (bench: MediaBench, { name = 'film.mp4', size = '160x90', seconds = 4 } = {}) =>
  makeClip(join(bench.folder, name), ...testImage(size, seconds), ...tone(seconds), ...FAST)

type NewIngest = Parameters<MediaBench['media']['ingest']['add']>[0]

/** Writes an ingest of one film down, with what a test wants otherwise. */
export const addVideo = (bench: MediaBench, file: string, wanted: Partial<NewIngest> = {}) =>
  bench.media.ingest.add({ title: { draft: DRAFT }, sources: [{ role: 'film', file }], hasPreview: true, ...wanted })

/** The paths of all files below a folder, sorted; none where there is no folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
}

/** Everything that ingests have left, beside their sources. */
export async function leftovers(bench: MediaBench) {
  const assets = await bench.deps.db.selectFrom('asset').select(['asset_id', 'state']).execute()
  return { media: await filesIn(join(bench.folder, 'media')), work: await filesIn(join(bench.folder, 'work')), assets }
}

export const NOTHING = { media: [], work: [], assets: [] }

/** Brings a file in, and says how it ended: `done`, or the code that refused it. */
export async function endingOf(bench: MediaBench, file: string): Promise<string> {
  try {
    const jobId = await addVideo(bench, file)
    const outcome = await bench.media.ingest.run(jobId)
    return (await bench.media.ingest.job(jobId))?.error_code ?? outcome
  } catch (error) {
    return (error as { code: string }).code
  }
}
