import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'
import type { TitleDraft } from '#contract/ingest.ts'
import type { Db, Database } from '#server/kit/db.ts'
import type {
  AssetRole,
  EncodePlan,
  FramePlan,
  MediaFacts,
  SourceFacts,
  SourcePacket,
  StoryboardPlan,
  StreamScan,
} from './media-model.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Log } from '#server/kit/log.ts'

export type * from './media-model.ts'
export type { TitleDraft } from '#contract/ingest.ts'
export { frameCount } from './media-model.ts'
export { IngestError } from './media-errors.ts'

export type MediaBody = { bytes: Uint8Array } | { file: string }

export type MediaStat = { size: number; contentType: string; etag: string }

/** Inclusive, as in HTTP. */
export type ByteRange = { start: number; end: number }

/** Keys are relative paths of safe characters (`a/{assetId}/v720/00001.m4s`). Writes are atomic. */
export interface MediaStore {
  put(key: string, body: MediaBody, options: { contentType: string }): Promise<void>
  /** Within the store, without reading it. @throws for a missing object */
  copy(from: string, to: string): Promise<void>
  /** `stat` is of the whole object. The last byte of a range may be beyond its end; null also when the first is. */
  open(key: string, range?: ByteRange): Promise<{ stat: MediaStat; body: Readable } | null>
  stat(key: string): Promise<MediaStat | null>
  /** A prefix ends in `/`; otherwise exactly this key. */
  remove(prefix: string): Promise<void>
  /** Unordered. Prefix `/`-terminated or empty. */
  list(prefix: string): AsyncIterable<string>
  /** For sendfile and X-Accel-Redirect; null if the store is not a folder. May not exist. */
  localPath(key: string): string | null
}

/** Files that come in parts, by the tus protocol, before they are sources. */
export interface UploadStore {
  /** Of the tus server, under `keyOf`. */
  readonly parts: DataStore
  keyOf(uploadId: string): string
  /** Complete ones are objects of the media store, under `keyOf`; else files of this node. */
  readonly isShared: boolean
  fileOf(uploadId: string): string
  /** Bytes of its disk; undefined where there is no limit of ours. */
  free(): Promise<number | undefined>
  /** Bytes on its disk; 0 where that is not ours. */
  received(uploadId: string): Promise<number>
  /** Survives a power failure from then on. */
  flush(uploadId: string): Promise<void>
  list(): Promise<string[]>
  remove(uploadId: string): Promise<void>
}

export type EncodeProgress = { seconds: number; speed: number | null }

export type EncoderRun = {
  /** Lets a later attempt end the process of a dead worker. */
  pidFile: string
  background: boolean
  signal: AbortSignal
  onProgress?: (progress: EncodeProgress) => void
}

/** `folder` becomes the clear package. */
export type StepContext = { transcoder: Transcoder; folder: string; run: EncoderRun }

/** Methods throw `IngestError`. */
export interface Transcoder {
  /** Opens no referenced file. */
  probe(file: string): Promise<SourceFacts>
  scan(file: string): Promise<ReadonlyMap<number, StreamScan>>
  packets(file: string, stream: number, onPacket: (packet: SourcePacket) => void): Promise<void>
  /** LUFS, mixed to stereo; null for silence. */
  loudness(file: string, stream: number, run: EncoderRun): Promise<number | null>
  encode(plan: EncodePlan, folder: string, run: EncoderRun): Promise<void>
  commandLine(plan: EncodePlan, folder: string): string
  /** Muted 480p. `isCopy`: the input is small enough. */
  preview(input: string, output: string, run: EncoderRun & { isCopy?: boolean }): Promise<void>
  storyboard(plan: StoryboardPlan, folder: string, run: EncoderRun): Promise<void>
  frames(plan: FramePlan, folder: string, run: EncoderRun): Promise<void>
  subtitle(source: { file: string; stream: number }, output: string, run: EncoderRun): Promise<void>
  /** Only if the pid file names a process that is still ours. */
  endOrphan(pidFile: string): Promise<void>
  /** Whether a malicious file reaches nothing else of this machine. */
  isConfined(): Promise<boolean>
}

export type AssetAttachment = { programGuid: string; role: AssetRole; assetId: string; facts: MediaFacts }

/** Writes join the transaction that marks the assets ready. */
export interface TitleWriter {
  /** @returns the class; an episode has its series' @throws AppError for a refused draft */
  checkDraft(draft: TitleDraft): Promise<{ restriction: string }>
  /** @param audioLanguage the film's first */
  createTitle(tx: Db, draft: TitleDraft, audioLanguage?: string): Promise<{ programId: string; programGuid: string }>
  /** @returns the asset that it replaces */
  attachAsset(tx: Db, attachment: AssetAttachment): Promise<{ replaced: string | undefined }>
}

export type MediaDeps = {
  db: Kysely<Database>
  clock: Clock
  log: Log
  store: MediaStore
  uploadStore: UploadStore
  transcoder: Transcoder
  titles: TitleWriter
  /** Undefined if the lock is taken; `lost` is aborted when it is lost (kit `withLock`). */
  lock: <T>(key: string, work: (lost: AbortSignal) => Promise<T>) => Promise<T | undefined>
  masterKey: Buffer
  workFolder: string
  /** Of the data folder. Only this node takes a job whose sources are on its disk. */
  nodeId: string
  /** Default 30 000. */
  diskRetryMs?: number
}
