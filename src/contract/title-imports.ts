import type { TitleIssueCode } from './admin/title-issues.ts'

/** Lines of one file. */
export const IMPORT_LINES_MAX = 20_000
/** Of a file as it is, and of its text. */
export const IMPORT_BYTES_MAX = 32 * 1024 * 1024
/** Of a file as it is sent: compressed by gzip, in base64. Texts become a fifth of their size. */
export const IMPORT_PACKED_MAX = 8 * 1024 * 1024

/** `titles`: only of a film or series. `episodes`: only of an episode. `both`: an episode has its own. */
type ColumnOf = 'both' | 'titles' | 'episodes'

/** The columns of a file of titles, and the fields of a JSON line. Their explanations are in `text/<language>/title-imports.ts`. */
export const IMPORT_COLUMNS = {
  reference: 'both',
  state: 'titles',
  titleZh: 'both',
  titleEn: 'both',
  classify: 'titles',
  class: 'titles',
  vod: 'titles',
  credits: 'titles',
  kids: 'titles',
  genre: 'titles',
  country: 'titles',
  language: 'titles',
  year: 'titles',
  windows: 'titles',
  licensor: 'titles',
  contract: 'titles',
  taglineZh: 'titles',
  taglineEn: 'titles',
  descriptionZh: 'both',
  descriptionEn: 'both',
  warningZh: 'titles',
  warningEn: 'titles',
  aliasesZh: 'titles',
  aliasesEn: 'titles',
  tags: 'titles',
  directors: 'titles',
  actors: 'titles',
  keyart: 'titles',
  landscape: 'titles',
  art: 'titles',
  hero: 'titles',
  season: 'episodes',
  episode: 'episodes',
  still: 'episodes',
  skipShow: 'episodes',
  skipTo: 'episodes',
  endsAt: 'episodes',
  film: 'both',
  subtitle: 'both',
  trailer: 'titles',
  opening: 'titles',
} as const satisfies Record<string, ColumnOf>

export type ImportColumn = keyof typeof IMPORT_COLUMNS
export const IMPORT_COLUMN_NAMES = Object.keys(IMPORT_COLUMNS) as readonly ImportColumn[]
export const REQUIRED_COLUMNS = ['reference', 'titleZh', 'titleEn', 'class'] as const satisfies readonly ImportColumn[]

/** What is wrong with a file of titles, or with one of its lines, with the values that its sentence names. */
export interface ImportProblems {
  readonly fileEmpty: {}
  readonly fileTooLarge: { readonly max: number }
  readonly linesMax: { readonly max: number }
  readonly columnsUnknown: { readonly names: readonly string[] }
  readonly columnsMissing: { readonly names: readonly string[] }
  readonly columnTwice: { readonly name: string }
  readonly notJson: {}
  readonly quoteOpen: {}
  readonly cellsMany: { readonly found: number; readonly expected: number }
  readonly needed: {}
  readonly unreadable: {}
  readonly notText: {}
  readonly tooLong: { readonly max: number }
  readonly notOneOf: { readonly value: string; readonly values: readonly string[] }
  readonly notNumber: { readonly value: string; readonly min: number; readonly max: number }
  readonly notYesNo: { readonly value: string }
  readonly notTime: { readonly value: string }
  readonly notWindow: { readonly value: string }
  readonly notDate: { readonly value: string }
  readonly dateWithoutYear: { readonly value: string }
  readonly notCountry: { readonly value: string }
  readonly notLanguage: { readonly value: string }
  readonly notSubtitle: { readonly value: string }
  readonly referenceTwice: { readonly line: number }
  readonly seriesUnknown: { readonly reference: string }
  readonly onlyOfTitles: {}
  readonly onlyOfEpisodes: {}
  readonly filmOfSeries: {}
  readonly fileAddress: { readonly file: string }
  readonly fileOutside: { readonly file: string }
  readonly fileUnknown: { readonly file: string }
  readonly fileAmbiguous: { readonly file: string }
  readonly fileUnfinished: { readonly file: string }
  readonly fileUnreadable: { readonly file: string }
  readonly imageRefused: { readonly file: string }
  readonly sourcesMixed: { readonly file: string }
  readonly personUnknown: { readonly personId: string }
  readonly personAmbiguous: { readonly name: string; readonly people: readonly string[] }
  readonly tagAmbiguous: { readonly name: string }
  readonly changedElsewhere: { readonly value: string }
  readonly titleTakenDown: {}
  readonly titleIssue: { readonly code: TitleIssueCode; readonly about: string }
  /** Another operator's change was under way, or the service had a fault. */
  readonly notNow: { readonly code: string }
}

export type ImportProblem = {
  [P in keyof ImportProblems]: { readonly is: P } & ImportProblems[P]
}[keyof ImportProblems]

export type ImportProblemText = {
  readonly [P in keyof ImportProblems]: (values: ImportProblems[P]) => string
}

/** `line`: of the file, from 1; 0: the whole file. `column`: as the file's head names it. */
export type LineProblem = ImportProblem & { readonly line: number; readonly column: string | null }

export type ImportColumnText = Readonly<Record<ImportColumn, string>>
