import { mkdir, realpath, writeFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { IngestNote } from '#contract/ingest.ts'
import { unwrapKey } from './content-key.ts'
import { IngestError } from './media-errors.ts'
import type {
  MediaFacts,
  SubtitleTrack,
  NumberedAudio,
  TrackChange,
  AudioPlan,
  AudioStreamFacts,
  EncodePlan,
  Rational,
  SourceFacts,
  TrackLabel,
} from './media-model.ts'
import { endJob, lockJob } from './job-attempt.repo.ts'
import { assetIdsOf, findAsset, type IngestSource, type JobRow, markReady } from './media.repo.ts'
import type { EncoderRun, MediaDeps, Transcoder } from './ports.ts'
import { publishEdition, readStoredAsset, type StoredAsset } from './publish-edition.ts'
import { markReplaced } from './replaced-assets.repo.ts'
import { createSteps, type StepLog } from './step-runner.ts'
import { readSubtitleFile } from './subtitle-tracks.ts'
import type { Cue } from './subtitle-text.rules.ts'
import { writeVtt } from './subtitles.rules.ts'
import { defaultsOf, isSubtitleId, keptTracks, checkSoundLength } from './track-changes.rules.ts'
import { guidsPlaying, takeTrackNumbers } from './track-changes.repo.ts'
import { readJson } from './work-folder.ts'
import { audioPlans, gopFrames, withGains } from './ladder.rules.ts'
import { shareOf } from './progress.rules.ts'
import {
  checkSpace,
  checkUnchanged,
  inspectSource,
  locateSource,
  type SourceFile,
  withFileName,
} from './source-file.ts'
import { checkSoundGap, knownTracks, trackName, withoutImpossibleLength } from './source.rules.ts'
import { rewriteAudio } from './tracks.ts'
import { dec3Of } from './mp4.rules.ts'

type AddedSource = IngestSource & { track: NonNullable<IngestSource['track']> }

export type TrackAttempt = {
  job: JobRow
  change: TrackChange
  sources: readonly IngestSource[]
  folder: string
  run: EncoderRun
  stepLogOf: (assetId: string) => Promise<StepLog>
  note: (note: IngestNote) => Promise<void>
}

type Base = { assetId: string; programGuid: string; keyId: string; key: Buffer; sha256: string; facts: MediaFacts }
type Examined = { sounds: ProbedAudio[]; firstNumber: number }

/**
 * Publishes an edition of a film with other tracks; its picture stays as it is encoded. The title plays it from one transaction on, which
 * keeps the former edition like a replaced film.
 */
export async function runTrackChange(deps: MediaDeps, attempt: TrackAttempt): Promise<void> {
  const { job, change } = attempt
  const base = await findBase(deps, change.assetId)
  const [assetId = ''] = await assetIdsOf(deps.db, job.job_id)
  const folder = join(attempt.folder, assetId)
  await mkdir(folder, { recursive: true })
  const stepLog = await attempt.stepLogOf(assetId)
  const stored = await readStoredAsset(deps.store, base.assetId)
  const kept = keptTracks(stored.tracks, change)
  const added = await prepareTracks(deps, { ...attempt, base, stored, folder, stepLog })
  if (kept.audio.length + added.audio.length === 0 && stored.tracks.audio.length > 0)
    throw new IngestError('LAST_AUDIO')
  stepLog.at('publish', 0, null)
  const { bytesStored, ...facts } = await publishEdition(deps.store, {
    from: base.assetId,
    assetId,
    key: base.key,
    facts: base.facts,
    stored,
    kept,
    added,
    defaults: defaultsOf(
      { audio: [...kept.audio, ...added.audio], subtitles: [...kept.subtitles, ...added.subtitles] },
      chosenDefaults(change, added),
    ),
    folder,
    onProgress: (share) => stepLog.at('publish', share, null),
    signal: attempt.run.signal,
  })
  attempt.run.signal.throwIfAborted()
  await makeEdition(deps, job, { assetId, base, facts, bytesStored })
}

async function findBase({ db, masterKey }: MediaDeps, assetId: string): Promise<Base> {
  const row = await findAsset(db, assetId)
  if (row?.state !== 'ready' || !row.facts || row.program_guid === null || row.replaced_at !== null)
    throw new IngestError('FILM_REPLACED')
  const key = unwrapKey(row.content_key, { masterKey, assetId })
  const { facts, program_guid: programGuid, source_sha256: sha256 } = row
  return { assetId, programGuid, keyId: row.key_id ?? assetId, key, sha256: sha256 ?? '', facts }
}

type Preparation = TrackAttempt & { base: Base; stored: StoredAsset; stepLog: StepLog }
type Added = { audio: NumberedAudio[]; subtitles: SubtitleTrack[] }

/** Subtitles are read before anything is encoded. */
async function prepareTracks(deps: MediaDeps, preparation: Preparation): Promise<Added> {
  const { sources, folder, stepLog, run, note } = preparation
  const { make } = createSteps({ folder, stepLog, signal: run.signal })
  const files = sources.filter((source): source is AddedSource => source.track !== undefined)
  const texts = files.filter(({ track }) => track.kind === 'subtitle')
  const read: { track: AddedSource['track']; cues: Cue[] }[] = []
  for (const { track, file, name } of texts) {
    const { cues, notes } = await readSubtitleFile({
      language: track.language,
      file,
      ...(name !== undefined && { name }),
    })
    for (const one of notes) await note(one)
    read.push({ track, cues })
  }
  const sounds = files.filter(({ track }) => track.kind === 'audio')
  const audio = sounds.length > 0 ? await prepareSounds(deps, sounds, preparation) : []
  await make('subtitles', async (tmp) => {
    for (const { track, cues } of read) await writeFile(join(tmp, `${track.language}.vtt`), writeVtt(cues))
  })
  const subtitles = read.map(({ track: { language, name, isDefault } }) => ({
    language,
    file: `subtitles/${language}.vtt`,
    shownAs: name,
    isDefault,
  }))
  return { audio, subtitles }
}

async function prepareSounds(
  { db, transcoder }: MediaDeps,
  files: readonly AddedSource[],
  { base, stored, folder, stepLog, run, note }: Preparation,
): Promise<NumberedAudio[]> {
  const { compute, make } = createSteps({ folder, stepLog, signal: run.signal })
  const found = await compute<Examined>('probe', async () => {
    const sounds = []
    for (const file of files) sounds.push(await probeAudio(file, transcoder))
    const count = sounds.reduce((sum, sound) => sum + renditionsOf(sound).length, 0)
    const above = Math.max(...[...stored.playlists.values()].map(({ number }) => number)) + 1
    return { sounds, firstNumber: await takeTrackNumbers(db, { keyId: base.keyId, above, count }) }
  })
  // Another node may have examined them, in its own folder.
  const sounds: ProbedAudio[] = []
  for (const [at, { source, ...sound }] of found.sounds.entries())
    sounds.push({ ...sound, source: { ...source, path: await realpath(files[at]!.file) } })
  const notes = await compute('check', async () => {
    const lengths = []
    for (const sound of sounds) {
      const told = await checkAudio(sound, stored.seconds, transcoder)
      lengths.push(
        [...sound.notes, ...told].map(({ code, params }) => ({ code, params: { file: sound.source.name, ...params } })),
      )
    }
    return lengths.flat()
  })
  for (const one of notes) await note(one)
  const loudness = await compute('measure', async () => {
    const levels = []
    for (const sound of sounds) levels.push(await measureAudio(sound, run, transcoder))
    return levels
  })
  const frameRate = stored.tracks.video[0]!.frameRate
  const firstStream = Math.max(-1, ...stored.tracks.audio.map(({ stream }) => stream)) + 1
  await make('encode', async (tmp) => {
    const tracks: NumberedAudio[] = []
    for (const [at, probed] of sounds.entries()) {
      const onShare = (share: number, speed: number | null) => stepLog.at('encode', (at + share) / sounds.length, speed)
      const number = found.firstNumber + tracks.length
      const one: AudioJob = {
        probed,
        label: files[at]!.track,
        loudness: loudness[at]!,
        number,
        stream: firstStream + at,
      }
      const film = { seconds: stored.seconds, frameRate }
      tracks.push(...(await encodeAudio(one, { film, tmp, run, transcoder, onShare })))
    }
    await writeTracks(tmp, tracks)
  })
  return readJson<NumberedAudio[]>(join(folder, 'encode', 'tracks.json'))
}

function chosenDefaults(
  { labels }: TrackChange,
  added: Added,
): { audio: string | undefined; subtitle: string | undefined } {
  const ofKept = labels.filter(({ isDefault }) => isDefault)
  return {
    audio:
      added.audio.find(({ isDefault }) => isDefault)?.name ??
      ofKept.find(({ trackId }) => !isSubtitleId(trackId))?.trackId,
    subtitle:
      added.subtitles.find(({ isDefault }) => isDefault)?.language ??
      ofKept.find(({ trackId }) => isSubtitleId(trackId))?.language,
  }
}

type Edition = { assetId: string; base: Base; facts: MediaFacts; bytesStored: number }

/** @throws FILM_REPLACED when the title plays another file by now */
async function makeEdition(
  deps: MediaDeps,
  job: JobRow,
  { assetId, base, facts, bytesStored }: Edition,
): Promise<void> {
  const { db, clock, titles } = deps
  const { programGuid, sha256 } = base
  await db.transaction().execute(async (tx) => {
    await lockJob(tx, job)
    const at = clock.now()
    await markReady(tx, { assetId, programGuid, sha256, facts, bytesStored, at })
    for (const guid of new Set([programGuid, ...(await guidsPlaying(tx, base.assetId))])) {
      const { replaced } = await titles.attachAsset(tx, { programGuid: guid, role: facts.role, assetId, facts })
      if (replaced !== base.assetId) throw new IngestError('FILM_REPLACED')
    }
    await markReplaced(tx, { assetId: base.assetId, at })
    const title = 'programId' in job.request.title ? job.request.title : undefined
    await endJob(tx, job, { state: 'done', ...(title && { title }), at })
  })
}

/** A file of which one sound is added to a film. */
type ProbedAudio = {
  source: SourceFile
  /** Without picture, of one sound. */
  facts: SourceFacts
  dec3: string | null
  notes: IngestNote[]
}

/** @throws NO_AUDIO */
async function probeAudio(
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
async function checkAudio(probed: ProbedAudio, film: number, transcoder: Transcoder): Promise<IngestNote[]> {
  const { source, facts } = probed
  return withFileName(source.name, async () => {
    const scan = (await transcoder.scan(source.path)).get(soundOf(probed).index)
    if (!scan || scan.packets === 0) throw new IngestError('NO_AUDIO')
    checkSoundGap(scan)
    return checkSoundLength(scan.end - facts.startSeconds, film)
  })
}

async function measureAudio({ source, facts }: ProbedAudio, run: EncoderRun, transcoder: Transcoder) {
  await checkUnchanged(source)
  return withFileName(source.name, () => transcoder.loudness(source.path, facts.audio[0]!.index, run))
}

/** The renditions that the packager makes of a sound. */
const renditionsOf = ({ facts }: ProbedAudio): AudioPlan[] => audioPlans(facts)

type AudioJob = {
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
async function encodeAudio(job: AudioJob, context: EncodeContext): Promise<NumberedAudio[]> {
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

const writeTracks = (tmp: string, tracks: readonly NumberedAudio[]): Promise<void> =>
  writeFile(join(tmp, 'tracks.json'), JSON.stringify(tracks))
