import { createDecipheriv, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { findBinaries } from '#server/adapters/ffmpeg/binaries.ts'
import { createFfmpeg } from '#server/adapters/ffmpeg/ffmpeg-transcoder.ts'
import { createFileStore } from '#server/adapters/storage/media-store.ts'
import { openUploadStore } from '#server/adapters/storage/upload-store.ts'
import {
  type AssetAttachment,
  createMedia,
  findUpload,
  type MediaDeps,
  type MediaStore,
  type TitleDraft,
  type Transcoder,
} from '#server/domains/media/index.ts'
import { createTestClock } from '#server/kit/clock.ts'
import { type Db, withLock } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { createTestDb, type TestDb } from './database.ts'
import { draft } from './drafts.ts'
import { runEncoder } from './programs.ts'

export const DRAFT: TitleDraft = { ...draft, titleZh: '測試', titleEn: 'A test' }

/** Media over a new database, a temporary folder and a recording catalogue. */
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

/** On a database, in a folder of the test; jobs that make titles need a catalogue. */
export async function mediaDepsIn(
  folder: string,
  { db, url }: Pick<TestDb, 'db' | 'url'>,
  clock = createTestClock(),
): Promise<Omit<MediaDeps, 'titles'>> {
  const store = createFileStore(join(folder, 'media'))
  return {
    db,
    clock,
    log: createLog({ level: 'silent', role: 'test' }),
    store,
    uploadStore: await openUploadStore(
      { address: 'file', folder: join(folder, 'uploads'), region: '' },
      { store, find: (uploadId) => findUpload(db, uploadId) },
    ),
    transcoder: createFfmpeg(await findBinaries({})),
    masterKey: randomBytes(32),
    workFolder: join(folder, 'work'),
    nodeId: 'here',
    lock: (key, work) => withLock(url, key, work),
  }
}

export async function createMediaBench(
  change: (deps: MediaDeps) => Partial<MediaDeps> = () => ({}),
): Promise<MediaBench> {
  const test = await createTestDb()
  const folder = await mkdtemp(join(tmpdir(), 'harbour-media-'))
  const titles: TitleDraft[] = []
  const attached: AssetAttachment[] = []
  const defaults = {
    ...(await mediaDepsIn(folder, test)),
    titles: {
      checkDraft: async () => ({ restriction: 'I' }),
      createTitle: async (_: Db, draft: TitleDraft) => {
        titles.push(draft)
        return { programId: 'p1', programGuid: 'p1' }
      },
      attachAsset: async (_: Db, attachment: AssetAttachment) => {
        attached.push(attachment)
        return { replaced: undefined }
      },
    },
  }
  const { store } = defaults
  const deps: MediaDeps = { ...defaults, ...change(defaults) }
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

/** Creates a file with ffmpeg. */
export async function makeClip(file: string, ...args: string[]): Promise<string> {
  await runEncoder('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args, file])
  return file
}

/** Video and audio test inputs for `makeClip`. */
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

export type PlaylistSegment = { uri: string; seconds: number; sequence: number }

/** The segments of a media playlist, with the sequence number that is their IV. */
export function readPlaylist(text: string): PlaylistSegment[] {
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

/** Decrypts a track by its playlist, as a player does, and joins it to one playable file. */
export async function playTrack(
  { store, folder }: Pick<MediaBench, 'store' | 'folder'>,
  track: string,
  key: Buffer,
): Promise<{ file: string; segments: PlaylistSegment[] }> {
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

/** The ffprobe entries of a file's first stream. */
export async function streamOf(file: string, entries: string): Promise<Record<string, string>> {
  const args = ['-v', 'error', '-count_packets', '-show_entries', `stream=${entries}`, '-of', 'json', file]
  const { stdout } = await runEncoder('ffprobe', args)
  return (JSON.parse(stdout) as { streams: [Record<string, string>] }).streams[0]
}

/** A bench that records the transcoder's calls and runs a hook before each. */
export async function createRecordingBench(before: (step: string) => unknown = () => undefined) {
  const calls: string[] = []
  const bench = await createMediaBench(({ transcoder }) => {
    const wrapped = Object.entries(transcoder).map(([name, call]) => {
      if (name === 'commandLine' || name === 'endOrphan') return [name, call]
      const recordCall = async (...args: unknown[]) => {
        calls.push(name)
        await before(name)
        return (call as (...all: unknown[]) => unknown)(...args)
      }
      return [name, recordCall]
    })
    return { masterKey: Buffer.alloc(32, 7), transcoder: Object.fromEntries(wrapped) as Transcoder }
  })
  return { calls, bench }
}

/** Creates a small video with sound. */
export const makeVideo = (bench: MediaBench, { name = 'film.mp4', size = '160x90', seconds = 4 } = {}) =>
  makeClip(join(bench.folder, name), ...testImage(size, seconds), ...tone(seconds), ...FAST)

type NewIngest = Parameters<MediaBench['media']['ingest']['add']>[0]

/** Adds an ingest job of one video. */
export const addVideo = (bench: MediaBench, file: string, change: Partial<NewIngest> = {}) =>
  bench.media.ingest.add({ title: { draft: DRAFT }, sources: [{ role: 'film', file }], hasPreview: true, ...change })

/** The paths of all files below a folder, sorted; empty for a missing folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
}

/** All files and assets left by ingests, except their sources. */
export async function leftovers(bench: MediaBench) {
  const assets = await bench.deps.db.selectFrom('asset').select(['asset_id', 'state']).execute()
  return { media: await filesIn(join(bench.folder, 'media')), work: await filesIn(join(bench.folder, 'work')), assets }
}

export const NOTHING = { media: [], work: [], assets: [] }

/** Ingests a file. @returns `done`, or the error code */
export async function ingestOutcome(bench: MediaBench, file: string): Promise<string> {
  try {
    const jobId = await addVideo(bench, file)
    const outcome = await bench.media.ingest.run(jobId)
    return (await bench.media.ingest.job(jobId))?.error_code ?? outcome
  } catch (error) {
    return (error as { code: string }).code
  }
}
