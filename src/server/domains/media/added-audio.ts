import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { IngestNote } from '#contract/ingest.ts'
import { dec3Of } from './dolby.rules.ts'
import { audioPlans, gopFrames, withGains } from './ladder.rules.ts'
import { IngestError } from './media-errors.ts'
import type { AudioPlan, AudioStreamFacts, EncodePlan, Rational, SourceFacts } from './media-model.ts'
import type { IngestSource } from './media.repo.ts'
import type { EncoderRun, Transcoder } from './ports.ts'
import { shareOf } from './progress.rules.ts'
import type { NumberedAudio } from './publish-edition.ts'
import { checkSpace, checkUnchanged, inspectSource, locateSource, type SourceFile } from './source-file.ts'
import { checkSoundGap, knownTracks, trackName, withoutImpossibleLength } from './source.rules.ts'
import { withFileName } from './steps.ts'
import { checkSoundLength, type TrackLabel } from './track-changes.rules.ts'
import { rewriteAudio } from './tracks.ts'

/** A file of which one sound is added to a film. */
export type ProbedAudio = {
  source: SourceFile
  /** Without picture, of one sound. */
  facts: SourceFacts
  dec3: string | null
  notes: IngestNote[]
}

/** @throws NO_AUDIO */
export async function probeAudio(
  { file, name }: Pick<IngestSource, 'file' | 'name'>,
  transcoder: Transcoder,
): Promise<ProbedAudio> {
  const source = await locateSource(file, name)
  return withFileName(source.name, async () => {
    const dec3 = await inspectSource(source)
    const found = await transcoder.probe(source.path).catch(asNoAudio)
    const { facts, notes } = knownTracks(withoutImpossibleLength({ ...found, video: [] }))
    const sound = facts.audio.find(({ isDefault }) => isDefault) ?? facts.audio[0]
    if (!sound) throw new IngestError('NO_AUDIO')
    if (facts.audio.length > 1) notes.push({ code: 'ONE_OF_SOUNDS', params: { detail: trackName(sound) } })
    const box = dec3[sound.index]
    return { source, facts: { ...facts, audio: [sound] }, dec3: box ? box.toString('base64') : null, notes }
  })
}

function asNoAudio(error: unknown): never {
  throw error instanceof IngestError && error.code === 'NOT_A_VIDEO' ? new IngestError('NO_AUDIO') : error
}

const soundOf = ({ facts }: ProbedAudio): AudioStreamFacts => facts.audio[0]!

/** By its packets. @throws AUDIO_LENGTH, BAD_TIMESTAMPS */
export async function checkAudio(probed: ProbedAudio, film: number, transcoder: Transcoder): Promise<IngestNote[]> {
  const { source, facts } = probed
  return withFileName(source.name, async () => {
    const scan = (await transcoder.scan(source.path)).get(soundOf(probed).index)
    if (!scan || scan.packets === 0) throw new IngestError('NO_AUDIO')
    checkSoundGap(scan)
    return checkSoundLength(scan.end - facts.startSeconds, film)
  })
}

export async function measureAudio({ source, facts }: ProbedAudio, run: EncoderRun, transcoder: Transcoder) {
  await checkUnchanged(source)
  return withFileName(source.name, () => transcoder.loudness(source.path, facts.audio[0]!.index, run))
}

/** The renditions that the packager makes of a sound. */
export const renditionsOf = ({ facts }: ProbedAudio): AudioPlan[] => audioPlans(facts)

export type AudioJob = {
  probed: ProbedAudio
  label: TrackLabel
  loudness: number | null
  /** Of its first rendition. */
  number: number
  /** Groups its renditions. */
  stream: number
}

type EncodeContext = {
  film: { seconds: number; frameRate: Rational }
  tmp: string
  run: EncoderRun
  transcoder: Transcoder
  onShare: (share: number, speed: number | null) => void
}

/** @returns the tracks, whose files are in `encode/` */
export async function encodeAudio(job: AudioJob, context: EncodeContext): Promise<NumberedAudio[]> {
  const { probed } = job
  return withFileName(probed.source.name, async () => {
    const plan = audioPlanOf(job, context.film)
    await checkUnchanged(probed.source)
    await checkSpace(context.tmp, bytesOf(plan))
    const onProgress: EncoderRun['onProgress'] = (progress) =>
      context.onShare(shareOf(progress, plan.seconds), progress.speed)
    await context.transcoder.encode(plan, context.tmp, { ...context.run, onProgress })
    const tracks: NumberedAudio[] = []
    for (const [at, rendition] of plan.audio.entries())
      tracks.push(await cutRendition(rendition, { job, context, number: job.number + at }))
    return tracks
  })
}

function audioPlanOf({ probed, loudness, number, label }: AudioJob, film: EncodeContext['film']): EncodePlan {
  const audio = renditionsOf(probed).map((plan, at) => ({
    ...plan,
    name: `audio-${number + at}`,
    language: label.language,
  }))
  const picture = { deinterlace: false, toneMap: 'SDR', matrix: 'bt709', masterDisplay: null, maxLight: null } as const
  const plan: EncodePlan = {
    source: probed.source.path,
    seconds: film.seconds,
    video: { ...picture, stream: 0, frameRate: film.frameRate, gopFrames: gopFrames(film.frameRate), rungs: [] },
    audio,
  }
  return withGains(plan, new Map([[soundOf(probed).index, loudness]]))
}

/** The largest bit rate of a copied track, and its encrypted copy. */
const bytesOf = ({ seconds, audio }: EncodePlan): number => Math.round(((audio.length * 640_000) / 8) * seconds * 2)

async function cutRendition(
  plan: AudioPlan,
  { job, context, number }: { job: AudioJob; context: EncodeContext; number: number },
): Promise<NumberedAudio> {
  const { frameRate } = context.film
  const raw = join(context.tmp, `${plan.name}.mp4`)
  const dec3 = job.probed.dec3 !== null && plan.kind === 'ec3' ? Buffer.from(job.probed.dec3, 'base64') : null
  const segmentSeconds = (gopFrames(frameRate) * frameRate.den) / frameRate.num
  const index = await rewriteAudio(raw, join(context.tmp, `${plan.name}.cmaf.mp4`), { plan, segmentSeconds, dec3 })
  await rm(raw)
  const { kind, name, label, channels } = plan
  return {
    ...index,
    name,
    file: `encode/${name}.cmaf.mp4`,
    kind,
    stream: job.stream,
    language: job.label.language,
    label,
    shownAs: job.label.name,
    isDefault: job.label.isDefault,
    channels,
    isAtmos: dec3 !== null && dec3Of(dec3).isAtmos,
    number,
  }
}

export const writeTracks = (tmp: string, tracks: readonly NumberedAudio[]): Promise<void> =>
  writeFile(join(tmp, 'tracks.json'), JSON.stringify(tracks))
