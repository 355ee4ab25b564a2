import type { Genre } from '#contract/genres.ts'
import type { LocalizedText } from '../catalogue/index.ts'

/** The subtitles of a packaged film, by media. */
export interface Subtitles {
  /**
   * The lines of a track with their times in seconds; empty when the package has none that can be read.
   * @throws only what may not happen the next time
   */
  readLines(assetId: string, language: string): Promise<{ at: number; line: string }[]>
}

/** What genres are called. */
export type GenreNames = Readonly<Record<Genre, LocalizedText>>
