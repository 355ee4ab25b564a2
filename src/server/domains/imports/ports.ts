import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { CataloguePeople, TitleEditing, TitlePublication } from '../catalogue/index.ts'
import type { Images } from '../images/index.ts'
import type { Media } from '../media/index.ts'

export interface ImportsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly titles: Pick<TitleEditing, 'editable' | 'saveDraft' | 'dropDraft'> & {
    readonly publication: Pick<TitlePublication, 'publish'>
  }
  readonly people: Pick<CataloguePeople, 'save'>
  readonly images: Pick<Images, 'add'>
  readonly media: {
    /** Of the data folder: another node has other files. */
    readonly nodeId: string
    readonly ingest: Pick<Media['ingest'], 'addIn' | 'states'>
    readonly uploads: Pick<Media['uploads'], 'named'>
    readonly uploadedIngests: Pick<Media['uploadedIngests'], 'start'>
  }
  /** Below which files are named; undefined: those that are uploaded only. */
  readonly folder: string | undefined
}

/** Last parts that several paths of a file of titles have. An upload of such a name may be either. */
export interface SharedNames {
  /** Of films and subtitles. */
  readonly sources: readonly string[]
  readonly images: readonly string[]
}

/** Whose files, and where. */
export interface Origin {
  readonly operatorId: string
  readonly actor: string
  readonly folder: string | null
  /** `{hash}/{name}` by the name of its file; null where several have the name. */
  readonly images: Readonly<Record<string, string | null>>
  readonly sharedNames: SharedNames
}
