import type { AdminInputOf, AdminOutputOf } from '#contract/admin/endpoint.ts'
import type { trackList, tracks } from '#contract/admin/ingest.ts'
import { isSubtitle, languageInName } from '../client/file-names.rules.ts'

export type StoredTrack = AdminOutputOf<typeof trackList>['tracks'][number]
export type TrackKind = StoredTrack['kind']

/** A file that becomes a track. */
export interface AddedFile {
  readonly fileId: string
  readonly file: File
  readonly kind: TrackKind
  readonly language: string
  readonly name: string
  readonly state: 'uploading' | 'failed' | 'offline' | 'complete'
  readonly sent: number
  /** Of the server. */
  readonly message: string
  readonly uploadId: string | undefined
}

interface Label {
  readonly language: string
  readonly name: string
}

/** What the operator has changed, and has not saved. Tracks and files are named by their ids. */
export interface TrackDraft {
  readonly labels: Readonly<Record<string, Label>>
  readonly removed: readonly string[]
  readonly files: readonly AddedFile[]
  readonly defaults: { readonly [K in TrackKind]?: string }
}

export const EMPTY_DRAFT: TrackDraft = { labels: {}, removed: [], files: [], defaults: {} }

export const labelOf = ({ labels }: TrackDraft, track: StoredTrack): Label =>
  labels[track.trackId] ?? { language: track.language, name: track.name ?? '' }

/** What plays unless the viewer chooses: as the operator says, else as it was, else the first. */
export function defaultOf(kind: TrackKind, stored: readonly StoredTrack[], draft: TrackDraft): string | undefined {
  const kept = stored.filter((track) => track.kind === kind && !draft.removed.includes(track.trackId))
  const added = draft.files.filter((file) => file.kind === kind)
  const ids = [...kept.map(({ trackId }) => trackId), ...added.map(({ fileId }) => fileId)]
  const chosen = draft.defaults[kind]
  if (chosen !== undefined && ids.includes(chosen)) return chosen
  return kept.find(({ isDefault }) => isDefault)?.trackId ?? ids[0]
}

export const newFile = (file: File): AddedFile => ({
  fileId: crypto.randomUUID(),
  file,
  kind: isSubtitle(file.name) ? 'subtitle' : 'audio',
  language: languageInName(file.name),
  name: '',
  state: 'uploading',
  sent: 0,
  message: '',
  uploadId: undefined,
})

export type TrackProblem = 'unchanged' | 'uploading' | 'language' | 'twice' | 'lastAudio'

/** Why the draft cannot be saved yet. */
export function problemOf(stored: readonly StoredTrack[], draft: TrackDraft): TrackProblem | undefined {
  const { add, remove, labels } = changeOf(stored, draft)
  if (add.length + remove.length + labels.length === 0) return 'unchanged'
  const kept = stored.filter(({ trackId }) => !draft.removed.includes(trackId))
  const written = [
    ...kept.map((track) => ({ kind: track.kind, language: labelOf(draft, track).language.trim() })),
    ...draft.files.map(({ kind, language }) => ({ kind, language: language.trim() })),
  ]
  if (written.some(({ language }) => language === '')) return 'language'
  const subtitles = written.flatMap(({ kind, language }) => (kind === 'subtitle' ? language.toLowerCase() : []))
  if (new Set(subtitles).size < subtitles.length) return 'twice'
  const isAudio = ({ kind }: { kind: TrackKind }) => kind === 'audio'
  if (stored.some(isAudio) && !written.some(isAudio)) return 'lastAudio'
  return draft.files.some(({ state }) => state !== 'complete') ? 'uploading' : undefined
}

type Change = Required<Pick<AdminInputOf<typeof tracks>, 'add' | 'remove' | 'labels'>>

/** What is sent: only what differs. */
export function changeOf(stored: readonly StoredTrack[], draft: TrackDraft): Change {
  const defaults = { audio: defaultOf('audio', stored, draft), subtitle: defaultOf('subtitle', stored, draft) }
  const kept = stored.filter(({ trackId }) => !draft.removed.includes(trackId))
  return {
    add: draft.files.map(({ fileId, kind, uploadId = '', language, name }) => ({
      uploadId,
      kind,
      language: language.trim(),
      name: name.trim() || null,
      isDefault: defaults[kind] === fileId,
    })),
    remove: [...draft.removed],
    labels: kept.flatMap((track) => {
      const { language, name } = labelOf(draft, track)
      const label = {
        trackId: track.trackId,
        language: language.trim(),
        name: name.trim() || null,
        isDefault: defaults[track.kind] === track.trackId,
      }
      const isSame =
        label.language === track.language && label.name === track.name && label.isDefault === track.isDefault
      return isSame ? [] : [label]
    }),
  }
}
