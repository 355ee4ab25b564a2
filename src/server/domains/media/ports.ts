import type { Readable } from 'node:stream'
import type { TitleDraft } from '#contract/ingest.ts'
import type { Db } from '#server/kit/db.ts'
import type { AssetRole, EncodePlan, FramePlan, MediaFacts, SourceFacts, StoryboardPlan } from './media-model.ts'

export type * from './media-model.ts'
export type { TitleDraft } from '#contract/ingest.ts'
export { IngestError } from './media-errors.ts'

/** What `put` stores: bytes in hand, or a file that is read from the disk. */
export type MediaBody = { bytes: Uint8Array } | { file: string }

/** Size and time of a stored object. */
export type MediaStat = { size: number; contentType: string; etag: string }

/** An inclusive byte range, as HTTP counts it. */
export type ByteRange = { start: number; end: number }

/**
 * Where media live: a local folder or an S3-compatible store, the same keys in both.
 * A key is a relative path of safe characters (`a/{assetId}/v720/00001.m4s`); an object appears whole or not at all.
 */
export interface MediaStore {
  /** Stores an object, replacing one of the same key in one step. */
  put(key: string, body: MediaBody, options: { contentType: string }): Promise<void>
  /** Opens an object, or a range of it, for reading; null when there is none. `stat.size` is the whole object's. */
  open(key: string, range?: ByteRange): Promise<{ stat: MediaStat; body: Readable } | null>
  /** Looks at an object; null when there is none. */
  stat(key: string): Promise<MediaStat | null>
  /** Removes every object whose key begins with this prefix, which ends in `/`, or the one object of this key. */
  remove(prefix: string): Promise<void>
  /** Lists the keys that begin with this prefix (ends in `/`; empty for all), in no promised order. */
  list(prefix: string): AsyncIterable<string>
  /** The object's own file for sendfile and X-Accel-Redirect; null where the store is not a folder. Says nothing of its existence. */
  localPath(key: string): string | null
}

/** How far a run of the encoder is: seconds of film done, and its speed beside real time. */
export type EncodeProgress = { seconds: number; speed: number | null }

/** How the encoder runs: where it notes its process, whether it yields to everything else, who may stop it. */
export type EncoderRun = {
  /** The process is noted here, so that a later attempt can end one that its worker's death left behind. */
  pidFile: string
  background: boolean
  signal: AbortSignal
  onProgress?: (progress: EncodeProgress) => void
}

/** The encoder behind a port: everything that is done to pictures and sound. Throws `IngestError`. */
export interface Transcoder {
  /** Reads what a file is, without following anything that it names. */
  probe(file: string): Promise<SourceFacts>
  /** The second at which the stream really ends, by its packets. */
  lastSecond(file: string, stream: number, declared: number): Promise<number>
  /** Integrated loudness in LUFS of one audio stream folded to stereo; null for silence. */
  loudness(file: string, stream: number, run: EncoderRun): Promise<number | null>
  /** Writes every rung and audio track of the plan as fragmented MP4 into `folder`, in one process. */
  encode(plan: EncodePlan, folder: string, run: EncoderRun): Promise<void>
  /** The command line that `encode` runs, for people and for the bench. */
  commandLine(plan: EncodePlan, folder: string): string
  /** Writes the muted 480p progressive preview. */
  preview(input: string, output: string, run: EncoderRun): Promise<void>
  /** Writes the storyboard's sprites as `{n}.jpg`, from 0. */
  storyboard(plan: StoryboardPlan, folder: string, run: EncoderRun): Promise<void>
  /** Writes single pictures as JPEG. */
  frames(plan: FramePlan, folder: string, run: EncoderRun): Promise<void>
  /** Writes one text subtitle stream as SubRip. */
  subtitle(wanted: { file: string; stream: number }, output: string, run: EncoderRun): Promise<void>
  /** Ends a process that a dead worker left behind, if the note names one that is still ours. */
  endOrphan(pidFile: string): Promise<void>
}

/** A ready asset, handed to the catalogue in the transaction that makes it ready. */
export type AssetAttachment = { programGuid: string; role: AssetRole; assetId: string; facts: MediaFacts }

/**
 * What media ask of the catalogue. Both writes join the transaction in which the assets become ready, so that
 * a title appears with its film or not at all.
 */
export interface TitleWriter {
  /** Refuses (AppError) a draft that could not be created, before hours are spent on its film. */
  checkDraft(draft: TitleDraft): Promise<void>
  /** Creates and publishes the title (or the episode of `draft.series`). Writes nothing but catalogue tables. */
  createTitle(tx: Db, draft: TitleDraft): Promise<{ programId: string; programGuid: string }>
  /** Makes this asset the one that plays for the guid in this role, in place of an earlier one; keeps the facts for its cards. */
  attachAsset(tx: Db, attachment: AssetAttachment): Promise<void>
}
