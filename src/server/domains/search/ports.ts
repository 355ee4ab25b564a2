import type { Genre } from '#contract/genres.ts'
import type { LocalizedText } from '../catalogue/index.ts'

export interface Subtitles {
  /** Times in seconds; empty without readable subtitles. @throws only for temporary failures */
  readLines(assetId: string, language: string): Promise<{ at: number; line: string }[]>
}

export type GenreNames = Readonly<Record<Genre, LocalizedText>>
