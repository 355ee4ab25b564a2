import type { Db } from '#server/kit/db.ts'

/** The fonts of titles. Every title is registered in the transaction that publishes it. */
export interface TitleFonts {
  register(titles: readonly string[], tx: Db): Promise<void>
}

/** The images. A frame of a film is registered by its key in the media store. @returns `{hash}/{name}` */
export interface TitleImages {
  register(source: { key: string }, label: { name: string }, tx: Db): Promise<string>
}
