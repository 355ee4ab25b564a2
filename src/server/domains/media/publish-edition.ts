import { buffer, text } from 'node:stream/consumers'
import { basename, join } from 'node:path'
import { masterPlaylist, segmentName, subtitlePlaylist } from './hls.rules.ts'
import { bySubtitleOrder } from './languages.rules.ts'
import type {
  AudioTrack,
  MediaFacts,
  SubtitleTrack,
  VideoTrack,
  StoredTracks,
  DefaultTracks,
  KeptTracks,
  NumberedAudio,
} from './media-model.ts'
import type { MediaStore } from './ports.ts'
import { audioFacts, each, PLAYLIST, publishTrack, VTT } from './publish.ts'
import { readMaster, readMediaPlaylist, type StoredMediaPlaylist } from './stored-tracks.rules.ts'
import { withFile } from './work-folder.ts'
import { codecOf } from './mp4.rules.ts'

const read = async (store: MediaStore, key: string): Promise<Buffer> => {
  const opened = await store.open(key)
  if (!opened) throw new Error(`${key} is not in the store`)
  return buffer(opened.body)
}

export interface StoredAsset {
  readonly tracks: StoredTracks
  readonly playlists: ReadonlyMap<string, StoredMediaPlaylist>
  readonly seconds: number
}

export async function readStoredTracks(store: MediaStore, assetId: string): Promise<StoredTracks> {
  const opened = await store.open(`a/${assetId}/master.m3u8`)
  if (!opened) throw new Error(`a/${assetId}/master.m3u8 is not in the store`)
  return readMaster(await text(opened.body))
}

export async function readStoredAsset(store: MediaStore, assetId: string): Promise<StoredAsset> {
  const tracks = await readStoredTracks(store, assetId)
  const playlists = new Map<string, StoredMediaPlaylist>()
  for (const { name } of [...tracks.video, ...tracks.audio]) {
    playlists.set(name, readMediaPlaylist((await read(store, `a/${assetId}/${name}/index.m3u8`)).toString()))
  }
  const picture = playlists.get(tracks.video[0]?.name ?? '')?.seconds ?? []
  return { tracks, playlists, seconds: picture.reduce((sum, seconds) => sum + seconds, 0) }
}

export interface EditionToPublish {
  readonly from: string
  readonly assetId: string
  readonly key: Buffer
  readonly facts: MediaFacts
  readonly stored: StoredAsset
  readonly kept: KeptTracks
  readonly defaults: DefaultTracks
  /** The files are below `folder`. */
  readonly added: { readonly audio: readonly NumberedAudio[]; readonly subtitles: readonly SubtitleTrack[] }
  readonly folder: string
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Ticks of a playlist's times, which have six decimals. */
const MICROSECONDS = 1_000_000
/** Of AES-CBC, at least one byte. */
const PADDING_BYTES = 16

/** Deterministic, like `publishPackage`. Segments that stay are copied within the store, since they have the same key. */
export async function publishEdition(
  store: MediaStore,
  edition: EditionToPublish,
): Promise<MediaFacts & { bytesStored: number }> {
  const { from, assetId, stored, kept, added, facts } = edition
  const copied = [...stored.tracks.video, ...kept.audio]
  const counts = copied.map(({ name }) => stored.playlists.get(name)!.seconds.length)
  const total = [...counts, ...added.audio.map(({ segments }) => segments.length)].reduce((sum, one) => sum + one, 0)
  let done = 0
  const onSegment = () => edition.onProgress(++done / total)
  const files = new Map<string, CopiedTrack>()
  for (const { name } of copied) files.set(name, await copyTrack(store, edition, { name, onSegment }))
  let bytesStored = [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { number, ...track } of added.audio) {
    bytesStored += await withFile(join(edition.folder, track.file), 'r', (file) =>
      publishTrack(store, edition, { track, number, file, onSegment }),
    )
  }
  await publishTexts(store, edition)
  await copyAll(store, `a/${from}/storyboard/`, `a/${assetId}/storyboard/`)
  const frameKeys = facts.frameKeys.map((key) => `i/${assetId}/${basename(key)}`)
  for (const [at, key] of frameKeys.entries()) await store.copy(facts.frameKeys[at]!, key)
  const previewKey = facts.previewKey && `p/${assetId}/${basename(facts.previewKey)}`
  if (facts.previewKey !== null && previewKey !== null) await store.copy(facts.previewKey, previewKey)
  const audio: AudioTrack[] = [
    ...kept.audio.map((track) => ({ ...track, ...files.get(track.name)!.index })),
    ...added.audio,
  ].map((track) => ({ ...track, isDefault: track.stream === edition.defaults.stream }))
  const video: VideoTrack[] = stored.tracks.video.map((track) => ({ ...track, ...files.get(track.name)!.index }))
  const tracks = { video, audio, subtitles: inOrder([...kept.subtitles, ...added.subtitles], edition.defaults) }
  await store.put(`a/${assetId}/master.m3u8`, { bytes: Buffer.from(masterPlaylist(tracks)) }, { contentType: PLAYLIST })
  return {
    ...facts,
    audio: audioFacts(audio),
    audioLanguages: [...new Set(audio.map(({ language }) => language))],
    ...subtitleFacts(tracks.subtitles),
    previewKey,
    frameKeys,
    bytesStored,
  }
}

/** The default first: it is shown to viewers whose language has none. */
function subtitleFacts(subtitles: readonly SubtitleTrack[]) {
  const ordered = subtitles.toSorted((a, b) => Number(b.isDefault ?? false) - Number(a.isDefault ?? false))
  return {
    subtitleLanguages: ordered.map(({ language }) => language),
    subtitleNames: ordered.map(({ shownAs }) => shownAs ?? ''),
  }
}

/** As the playlists of a film have them. */
const inOrder = (subtitles: readonly Omit<SubtitleTrack, 'file'>[], { language }: DefaultTracks): SubtitleTrack[] =>
  subtitles
    .map((track) => ({ ...track, file: '', isDefault: track.language === language }))
    .toSorted((a, b) => bySubtitleOrder(a.language, b.language))

type Index = Pick<AudioTrack, 'file' | 'codec' | 'timescale' | 'initBytes' | 'segments'>
type CopiedTrack = { readonly index: Index; readonly bytes: number }

async function copyTrack(
  store: MediaStore,
  { from, assetId, stored, signal }: EditionToPublish,
  { name, onSegment }: { name: string; onSegment: () => void },
): Promise<CopiedTrack> {
  const [source, target] = [`a/${from}/${name}`, `a/${assetId}/${name}`]
  const init = await read(store, `${source}/init.mp4`)
  const { seconds } = stored.playlists.get(name)!
  const sizes: number[] = Array.from({ length: seconds.length }, () => 0)
  await each([...seconds.keys()], signal, async (segment) => {
    const file = segmentName(segment)
    const found = await store.stat(`${source}/${file}`)
    if (!found) throw new Error(`${source}/${file} is not in the store`)
    sizes[segment] = found.size
    await store.copy(`${source}/${file}`, `${target}/${file}`)
    onSegment()
  })
  for (const file of ['init.mp4', 'index.m3u8']) await store.copy(`${source}/${file}`, `${target}/${file}`)
  const segments = sizes.map((size, at): [number, number] => [
    size - PADDING_BYTES,
    Math.round(seconds[at]! * MICROSECONDS),
  ])
  const bytes = sizes.reduce((sum, size) => sum + size, init.length)
  return { index: { file: '', codec: codecOf(init), timescale: MICROSECONDS, initBytes: init.length, segments }, bytes }
}

async function publishTexts(store: MediaStore, edition: EditionToPublish): Promise<void> {
  const { from, assetId, kept, added, stored, folder } = edition
  const keyOf = (language: string) => `a/${assetId}/sub-${language}/${language}.vtt`
  for (const { from: former, language } of kept.subtitles)
    await store.copy(`a/${from}/sub-${former}/${former}.vtt`, keyOf(language))
  for (const { language, file } of added.subtitles)
    await store.put(keyOf(language), { file: join(folder, file) }, { contentType: VTT })
  for (const { language } of [...kept.subtitles, ...added.subtitles]) {
    const playlist = Buffer.from(subtitlePlaylist(`${language}.vtt`, stored.seconds))
    await store.put(`a/${assetId}/sub-${language}/index.m3u8`, { bytes: playlist }, { contentType: PLAYLIST })
  }
}

async function copyAll(store: MediaStore, from: string, to: string): Promise<void> {
  for await (const key of store.list(from)) await store.copy(key, `${to}${key.slice(from.length)}`)
}
