import type { RawBuilder } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { EpisodeProgress } from './titles-model.ts'

/** The display face: told of every title that is published, in the transaction that publishes it. */
export interface TitleFaces {
  register(titles: readonly string[], tx: Db): Promise<void>
}

/** The pictures: take a frame of a film, by its key in the media store, and answer `{hash}/{name}`. */
export interface TitleImages {
  register(source: { key: string }, label: { name: string }, tx: Db): Promise<string>
}

/** What a profile keeps of titles, read in the very statements that list them. All of it speaks of `title as t`. */
export interface ProfileViewerState {
  /** Whether the title is among the profile's favourites. */
  favorite(profileId: string): RawBuilder<boolean>
  /** How far the profile has come in the title's films, as jsonb. */
  places(profileId: string): RawBuilder<EpisodeProgress[]>
}
