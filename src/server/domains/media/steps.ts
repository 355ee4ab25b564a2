import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { IngestNote } from '#contract/ingest.ts'
import { IngestError } from './media-errors.ts'
import { CopyRefused, withCopy, copyCandidate, createCopyCheck } from './copy.rules.ts'
import { bandwidthOf } from './hls.rules.ts'
import { framePlan, storyboardPlan, storyboardVtt } from './images.rules.ts'
import { bytesNeeded, encodePlan, LADDER_VERSION, withGains } from './ladder.rules.ts'
import { bySubtitleOrder } from './languages.rules.ts'
import {
  type AudioStreamFacts,
  type EncodePlan,
  frameCount,
  type FramePlan,
  type SourceFacts,
  type AudioTrack,
  type ClearPackage,
  PACKAGE_VERSION,
  type VideoTrack,
} from './media-model.ts'
import type { StepContext, Transcoder } from './ports.ts'
import {
  checkClaim,
  checkDecoded,
  checkDolbyVision,
  checkEnd,
  checkPackets,
  checkSegment,
  checkSpan,
  declaredSeconds,
  knownTracks,
  mainVideoStream,
  trackName,
  withoutCovers,
  withoutImpossibleLength,
  wrongHeaders,
  countedFrom,
} from './source.rules.ts'
import {
  checkSpace,
  checkUnchanged,
  fingerprint,
  inspectSource,
  locateSource,
  matroskaSize,
  type Probed,
  withFileName,
} from './source-file.ts'
import { rewriteAudio, rewriteVideo } from './tracks.ts'
import type { IngestSource } from './media.repo.ts'
import { readJson } from './work-folder.ts'
import { dec3Of } from './mp4.rules.ts'

/** `isCopyable`: the source already is the largest rung. `video`: stream index of the film. */
export type Checked = { seconds: number; isCopyable?: boolean; video?: number; notes?: IngestNote[] }
export type Measured = { loudness: [stream: number, lufs: number | null][]; leftOut?: number[]; notes?: IngestNote[] }

export async function probeSource(
  { file, name }: Pick<IngestSource, 'file' | 'name'>,
  { transcoder, run }: Pick<StepContext, 'transcoder' | 'run'>,
): Promise<Probed> {
  const source = await locateSource(file, name)
  return withFileName(source.name, async () => {
    const dec3 = await inspectSource(source)
    const { facts, notes } = knownTracks(withoutImpossibleLength(await transcoder.probe(source.path)))
    mainVideoStream(facts)
    declaredSeconds(facts)
    const sha256 = await fingerprint(source.path, run.signal)
    return { source, facts, sha256, dec3: dec3.map((box) => box && box.toString('base64')), notes }
  })
}

/** Step 2: determines the actual duration. */
export async function checkSource(
  { source, facts: probed }: Probed,
  context: Pick<StepContext, 'transcoder' | 'folder'>,
): Promise<Checked> {
  return withFileName(source.name, async () => {
    const scans = await context.transcoder.scan(source.path)
    const facts = withoutCovers(probed, scans)
    const video = mainVideoStream(facts)
    const declared = declaredSeconds(facts)
    checkClaim(facts, scans)
    const end = checkPackets(facts, scans)
    const claimed = await matroskaSize(source)
    checkSegment(claimed, source.bytes, facts)
    if (facts.isLengthDeclared) checkEnd(declared, end + countedFrom(facts))
    const seconds = Math.round(end * 1000) / 1000
    const plan = encodePlan(source.path, facts, seconds)
    await checkSpace(context.folder, bytesNeeded(plan))
    const notes = [
      ...checkDolbyVision(video),
      ...checkSpan(facts, scans, end),
      ...wrongHeaders(facts, { end, bytes: source.bytes, claimed }),
    ]
    return { seconds, isCopyable: await isCopyable(plan, facts, context.transcoder), video: video.index, notes }
  })
}

export async function measureLoudness({ source, facts }: Probed, { transcoder, run }: StepContext): Promise<Measured> {
  await checkUnchanged(source)
  const loudness: Measured['loudness'] = []
  const failed = new Map<AudioStreamFacts, IngestError>()
  for (const stream of facts.audio) {
    try {
      loudness.push([stream.index, await transcoder.loudness(source.path, stream.index, run)])
    } catch (error) {
      if (!(error instanceof IngestError) || error.code !== 'DAMAGED') throw error
      failed.set(stream, error)
    }
  }
  const [firstError] = failed.values()
  if (firstError && failed.size === facts.audio.length) throw firstError
  const lost = [...failed.keys()]
  const notes = lost.map((stream) => ({ code: 'TRACK_LEFT_OUT' as const, params: { detail: trackName(stream) } }))
  return { loudness, leftOut: lost.map(({ index }) => index), notes }
}

export function usable(probed: Probed, { checked, measured }: { checked: Checked; measured?: Measured }): Probed {
  const { video, audio } = probed.facts
  const facts = {
    ...probed.facts,
    video: video.filter(({ index }) => checked.video === undefined || index === checked.video),
    audio: audio.filter(({ index }) => !measured?.leftOut?.includes(index)),
  }
  return { ...probed, facts }
}

export type Findings = { probed: Probed; checked: Checked; measured: Measured }

export function planOf({ probed, checked, measured }: Findings, options: { lean: boolean }): EncodePlan {
  const plan = encodePlan(probed.source.path, probed.facts, checked.seconds)
  return withGains(checked.isCopyable ? withCopy(plan, options) : plan, new Map(measured.loudness))
}

/** For printing the encoder's command line. */
export async function checkedPlan(transcoder: Transcoder, file: string): Promise<EncodePlan> {
  const source = await locateSource(file)
  return withFileName(source.name, async () => {
    await inspectSource(source)
    const { facts } = knownTracks(await transcoder.probe(source.path))
    const plan = encodePlan(source.path, facts, declaredSeconds(facts))
    return (await isCopyable(plan, facts, transcoder)) ? withCopy(plan, { lean: false }) : plan
  })
}

type Tracks = { seconds: number; segmentSeconds: number; video: VideoTrack[]; audio: AudioTrack[] }

/** Step 4: encodes on a common clock and indexes segments. Falls back to encoding if copying fails. */
export async function encodeVideo(
  plan: EncodePlan,
  probed: Probed,
  context: StepContext & { tmp: string },
): Promise<void> {
  try {
    await encodeTracks(plan, probed, context)
  } catch (error) {
    const { facts, source } = probed
    const { hasReservedColours = false, codec } = mainVideoStream(facts)
    if (hasReservedColours && error instanceof IngestError && error.code === 'DAMAGED')
      throw new IngestError('RESERVED_COLOURS', { detail: codec })
    if (!(error instanceof CopyRefused)) throw error
    const { rungs, copied: _, ...video } = encodePlan(source.path, facts, plan.seconds).video
    await encodeTracks({ ...plan, video: { ...video, rungs } }, probed, context)
  }
}

async function encodeTracks(
  plan: EncodePlan,
  { source, dec3 }: Probed,
  context: StepContext & { tmp: string },
): Promise<void> {
  const { transcoder, run, tmp } = context
  await checkUnchanged(source)
  await transcoder.encode(plan, tmp, run)
  const { gopFrames, frameRate, rungs, copied } = plan.video
  const segmentSeconds = (gopFrames * frameRate.den) / frameRate.num
  const indexed = async <T>(name: string, rewrite: (from: string, to: string) => Promise<T>) => {
    const raw = join(tmp, `${name}.mp4`)
    const index = await rewrite(raw, join(tmp, `${name}.cmaf.mp4`))
    await rm(raw)
    return { ...index, name, file: `encode/${name}.cmaf.mp4` }
  }
  const video: VideoTrack[] = []
  for (const { name, width, height, range } of rungs) {
    const index = await indexed(name, (from, to) =>
      rewriteVideo(from, to, { frameRate, gopFrames, isCopied: name === copied }),
    )
    video.push({ ...index, width, height, range, frameRate })
  }
  const audio: AudioTrack[] = []
  for (const track of plan.audio) {
    const box = dec3[track.stream]
    const sourceDec3 = box && track.kind === 'ec3' ? Buffer.from(box, 'base64') : null
    const index = await indexed(track.name, (from, to) =>
      rewriteAudio(from, to, { plan: track, segmentSeconds, dec3: sourceDec3 }),
    )
    const { kind, stream, language, label, isDefault, channels } = track
    audio.push({
      ...index,
      kind,
      stream,
      language,
      label,
      isDefault,
      channels,
      isAtmos: sourceDec3 !== null && dec3Of(sourceDec3).isAtmos,
    })
  }
  const [top] = video as [VideoTrack]
  const seconds = top.segments.reduce((sum, [, ticks]) => sum + ticks, 0) / top.timescale
  checkDecoded(plan.seconds, seconds)
  await writeFile(join(tmp, 'tracks.json'), JSON.stringify({ seconds, segmentSeconds, video, audio } satisfies Tracks))
}

const tracksOf = (folder: string) => readJson<Tracks>(join(folder, 'encode', 'tracks.json'))

const rungFor = (video: VideoTrack[], lines: number): VideoTrack => {
  const playable = video.filter((track) => track.range === 'SDR' && track.codec.startsWith('avc1'))
  return playable.findLast((track) => Math.min(track.width, track.height) >= lines) ?? playable[0]!
}

const STORYBOARD_LINES = 240
const PREVIEW_LINES = 480
const PREVIEW_KBPS = 600
const FRAME_LINES = 1080

/** Step 5: storyboard and frames from the SDR video. */
export async function makeImages(context: StepContext & { tmp: string }): Promise<void> {
  const { transcoder, folder, run, tmp } = context
  const { video, seconds, segmentSeconds } = await tracksOf(folder)
  const small = rungFor(video, STORYBOARD_LINES)
  const gopFrames = Math.round((segmentSeconds * small.frameRate.num) / small.frameRate.den)
  const plan = storyboardPlan({ ...small, input: join(folder, small.file), seconds, gopFrames })
  await transcoder.storyboard(plan, tmp, run)
  await writeFile(join(tmp, 'storyboard.vtt'), storyboardVtt(plan, seconds))
  const sprites = (await readdir(tmp))
    .filter((name) => name.endsWith('.jpg'))
    .toSorted((a, b) => parseInt(a) - parseInt(b))
  const large = join(folder, rungFor(video, FRAME_LINES).file)
  const frames = await takeFrames(framePlan(large, seconds), context)
  await writeFile(join(tmp, 'images.json'), JSON.stringify({ sprites, frames }))
}

/** A very short video has only its first frame. */
async function takeFrames(plan: FramePlan, { transcoder, run, tmp }: StepContext & { tmp: string }): Promise<string[]> {
  const taken = async () =>
    (await readdir(tmp)).filter((name) => /^frame-\d+\.jpg$/.test(name)).toSorted((a, b) => a.localeCompare(b))
  await transcoder.frames(plan, tmp, run)
  if ((await taken()).length === 0) await transcoder.frames({ ...plan, seconds: [0] }, tmp, run)
  const frames = await taken()
  if (frames.length === 0) throw new IngestError('TOO_SHORT')
  return frames
}

/** Step 6. */
export async function makePreview({ transcoder, folder, run, tmp }: StepContext & { tmp: string }): Promise<void> {
  const { video } = await tracksOf(folder)
  const rung = rungFor(video, PREVIEW_LINES)
  const isSmall = Math.min(rung.width, rung.height) <= PREVIEW_LINES
  const isCopy = isSmall && bandwidthOf(rung).peak <= PREVIEW_KBPS * 1000
  await transcoder.preview(join(folder, rung.file), join(tmp, 'preview.mp4'), { ...run, isCopy })
}

/** Writes `package.json`, which completes the package. */
export async function assemblePackage(folder: string, { source, sha256 }: Probed): Promise<ClearPackage> {
  const tracks = await tracksOf(folder)
  const images = await readJson<{ sprites: string[]; frames: string[] }>(join(folder, 'images', 'images.json'))
  const subtitleFiles = (await readdir(join(folder, 'subtitles')))
    .map((name) => name.replace(/\.vtt$/, ''))
    .toSorted(bySubtitleOrder)
  const clear: ClearPackage = {
    version: PACKAGE_VERSION,
    sourceSha256: sha256,
    sourceName: source.name,
    ...tracks,
    subtitles: subtitleFiles.map((language) => ({ language, file: `subtitles/${language}.vtt` })),
    storyboard: { vtt: 'images/storyboard.vtt', sprites: images.sprites.map((name) => `images/${name}`) },
    preview: 'preview/preview.mp4',
    frames: images.frames.map((name) => `images/${name}`),
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(clear)}\n`)
  return clear
}

/** A hash of source, subtitles, plan and encoder version: equal inputs share a package. */
export async function packageName(
  sha256: string,
  { subtitles, audioLanguage }: Pick<IngestSource, 'subtitles' | 'audioLanguage'>,
  { lean }: { lean: boolean },
): Promise<string> {
  const hash = createHash('sha256').update(`${PACKAGE_VERSION}/${LADDER_VERSION}/${lean ? 'lean/' : ''}${sha256}`)
  if (audioLanguage !== undefined) hash.update(`/sound/${audioLanguage}`)
  for (const { language, file } of subtitles) hash.update(`/${language}/`).update(await readFile(file))
  return hash.digest('hex').slice(0, 32)
}

/** Reads the whole file. */
async function isCopyable(plan: EncodePlan, facts: SourceFacts, transcoder: Transcoder): Promise<boolean> {
  const rung = copyCandidate(mainVideoStream(facts), plan.video)
  if (!rung) return false
  const { stream, frameRate, gopFrames } = plan.video
  const { startSeconds } = facts
  const check = createCopyCheck({ frameRate, gopFrames, maxKbps: rung.maxKbps, startSeconds })
  await transcoder.packets(plan.source, stream, check.add)
  return check.fits(frameCount(plan))
}
