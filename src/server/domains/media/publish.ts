import { createCipheriv, createHash } from 'node:crypto'
import { type FileHandle, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { masterPlaylist, mediaPlaylist, segmentIv, segmentName, subtitlePlaylist } from './hls.rules.ts'
import {
  type AudioFacts,
  type AudioTrack,
  type ClearPackage,
  type MediaFacts,
  PACKAGE_VERSION,
  type VideoTrack,
} from './media-model.ts'
import type { AssetRole, MediaStore } from './ports.ts'
import { readJson, withFile } from './work-folder.ts'

export const PLAYLIST = 'application/vnd.apple.mpegurl'
export const VTT = 'text/vtt; charset=utf-8'

export async function readPackage(folder: string): Promise<ClearPackage> {
  const clear = await readJson<ClearPackage>(join(folder, 'package.json'))
  if (clear.version !== PACKAGE_VERSION)
    throw new Error(`${folder} is a package of version ${clear.version}, not ${PACKAGE_VERSION}`)
  return clear
}

export type PackageToPublish = {
  folder: string
  clear: ClearPackage
  assetId: string
  key: Buffer
  role: AssetRole
  hasPreview: boolean
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Hides the latency of a remote store in a few megabytes. */
const CONCURRENT_UPLOADS = 6

export async function each<T>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  work: (item: T, at: number) => Promise<void>,
) {
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      signal?.throwIfAborted()
      const at = next++
      await work(items[at]!, at)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_UPLOADS }, worker))
}

/** EXT-X-KEY METHOD=AES-128 (RFC 8216 4.3.2.4). */
export function encryptSegment(bytes: Buffer, key: Buffer, iv: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-cbc', key, iv)
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}

const keyBase = (assetId: string) => `a/${assetId}`

export const prefixesOf = (assetId: string): string[] => [`a/${assetId}/`, `p/${assetId}/`, `i/${assetId}/`]

/** Deterministic: an interrupted upload is repeated. Nothing is served before the asset is ready. @returns the catalogue's facts */
export async function publishPackage(
  store: MediaStore,
  edition: PackageToPublish,
): Promise<MediaFacts & { bytesStored: number }> {
  const { clear, assetId, role } = edition
  const tracks = [...clear.video, ...clear.audio]
  const total = tracks.reduce((sum, track) => sum + track.segments.length, 0)
  let done = 0
  let bytesStored = 0
  for (const [number, track] of tracks.entries()) {
    bytesStored += await withFile(join(edition.folder, track.file), 'r', (file) =>
      publishTrack(store, edition, { track, number, file, onSegment: () => edition.onProgress?.(++done / total) }),
    )
  }
  await publishSubtitles(store, edition)
  const frameKeys = await publishFrames(store, edition)
  const previewKey = edition.hasPreview ? await publishPreview(store, edition) : null
  const master = Buffer.from(masterPlaylist(clear))
  await store.put(`${keyBase(assetId)}/master.m3u8`, { bytes: master }, { contentType: PLAYLIST })
  return { ...factsOf(clear), role, previewKey, frameKeys, bytesStored }
}

/** `number`: of the track in its asset, from which its initialization vectors follow. */
type TrackJob = { track: VideoTrack | AudioTrack; number: number; file: FileHandle; onSegment: () => void }

export async function publishTrack(
  store: MediaStore,
  { assetId, key, signal }: Pick<PackageToPublish, 'assetId' | 'key' | 'signal'>,
  job: TrackJob,
): Promise<number> {
  const { track, number, file } = job
  const base = `${keyBase(assetId)}/${track.name}`
  const contentType = 'kind' in track ? 'audio/mp4' : 'video/mp4'
  const read = async (start: number, size: number) => (await file.read(Buffer.alloc(size), 0, size, start)).buffer
  await store.put(`${base}/init.mp4`, { bytes: await read(0, track.initBytes) }, { contentType })
  let offset = track.initBytes
  const ranges = track.segments.map(([bytes]) => ({ start: (offset += bytes) - bytes, bytes }))
  await each(ranges, signal, async ({ start, bytes }, segment) => {
    const encrypted = encryptSegment(await read(start, bytes), key, segmentIv(number, segment))
    await store.put(`${base}/${segmentName(segment)}`, { bytes: encrypted }, { contentType })
    job.onSegment()
  })
  await store.put(`${base}/index.m3u8`, { bytes: Buffer.from(mediaPlaylist(track, number)) }, { contentType: PLAYLIST })
  return offset
}

async function publishSubtitles(store: MediaStore, { folder, clear, assetId }: PackageToPublish): Promise<void> {
  for (const { language, file } of clear.subtitles) {
    const base = `${keyBase(assetId)}/sub-${language}`
    await store.put(`${base}/${language}.vtt`, { file: join(folder, file) }, { contentType: VTT })
    const playlist = Buffer.from(subtitlePlaylist(`${language}.vtt`, clear.seconds))
    await store.put(`${base}/index.m3u8`, { bytes: playlist }, { contentType: PLAYLIST })
  }
  const base = `${keyBase(assetId)}/storyboard`
  for (const [number, sprite] of clear.storyboard.sprites.entries()) {
    await store.put(`${base}/${number}.jpg`, { file: join(folder, sprite) }, { contentType: 'image/jpeg' })
  }
  await store.put(`${base}/storyboard.vtt`, { file: join(folder, clear.storyboard.vtt) }, { contentType: VTT })
}

async function publishFrames(store: MediaStore, { folder, clear, assetId }: PackageToPublish): Promise<string[]> {
  const keys = clear.frames.map((_, number) => `i/${assetId}/frame-${number + 1}.jpg`)
  for (const [number, key] of keys.entries()) {
    await store.put(key, { file: join(folder, clear.frames[number]!) }, { contentType: 'image/jpeg' })
  }
  return keys
}

async function publishPreview(store: MediaStore, { folder, clear, assetId }: PackageToPublish): Promise<string> {
  const bytes = await readFile(join(folder, clear.preview))
  const key = `p/${assetId}/${createHash('sha256').update(assetId).update(bytes).digest('hex').slice(0, 24)}.mp4`
  await store.put(key, { bytes }, { contentType: 'video/mp4' })
  return key
}

export function audioFacts(audio: readonly Pick<AudioTrack, 'kind' | 'isAtmos'>[]): AudioFacts {
  const has = (kind: AudioTrack['kind']) => audio.some((track) => track.kind === kind)
  return {
    dolbyAtmos: audio.some((track) => track.isAtmos),
    dolbyDigital: has('ac3'),
    dolbyDigitalPlus: has('ec3'),
    stereoAac51: has('aac51'),
  }
}

/** By short side: SD below 720, 4K from 2160. */
export function resolutionOf({ width, height }: { width: number; height: number }): 'SD' | 'HD' | '4K' {
  const short = Math.min(width, height)
  if (short >= 2160) return '4K'
  return short >= 720 ? 'HD' : 'SD'
}

function factsOf({ video, audio, subtitles, seconds }: ClearPackage) {
  const [largest] = video as [VideoTrack]
  return {
    durationMs: Math.round(seconds * 1000),
    width: largest.width,
    height: largest.height,
    maxResolution: resolutionOf(largest),
    audio: audioFacts(audio),
    audioLanguages: [...new Set(audio.map((track) => track.language))],
    subtitleLanguages: subtitles.map((track) => track.language),
  }
}
