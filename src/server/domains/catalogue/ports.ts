import type { Db } from '#server/kit/db.ts'

/** The display face: told of every title that is published, in the transaction that publishes it. */
export interface TitleFaces {
  register(titles: readonly string[], tx: Db): Promise<void>
}

/** The pictures: take a frame of a film, by its key in the media store, and answer `{hash}/{name}`. */
export interface TitleImages {
  register(source: { key: string }, label: { name: string }, tx: Db): Promise<string>
}
