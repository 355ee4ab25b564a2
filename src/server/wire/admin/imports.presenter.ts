import type { Language } from '#contract/languages.ts'
import { IMPORT_COLUMN_NAMES, type ImportColumn, type LineProblem } from '#contract/title-imports.ts'
import type { CheckedTitle, ListedRow } from '#server/domains/imports/index.ts'
import type { CsvCell } from '#server/kit/csv.ts'
import * as en from '#text/en_US/title-imports.ts'
import * as zh from '#text/zh_HK/title-imports.ts'

const TEXT = { zh_HK: zh, en_US: en }

export const importText = (language: Language) => TEXT[language]

export const problemSentence = (problem: LineProblem, language: Language): string => {
  const { importPlace, importProblem } = TEXT[language]
  return `${importPlace(problem)}: ${importProblem(problem)}`
}

type Reported = Pick<CheckedTitle, 'reference' | 'line' | 'title' | 'problems'> & {
  readonly outcome: ListedRow['outcome']
  readonly films: number
}

export const reportHeads = (language: Language): CsvCell[] => TEXT[language].importReport.heads

export const reportRow = (row: Reported, language: Language): CsvCell[] => [
  row.reference,
  row.line,
  row.title.zh,
  row.title.en,
  TEXT[language].importReport.outcomes[row.outcome ?? 'waiting'],
  row.films,
  row.problems.map((problem) => problemSentence(problem, language)).join(' '),
]

export const filmsOf = ({ ingests: { open, done, failed } }: Pick<ListedRow, 'ingests'>): number => open + done + failed

/** Lines that begin with # are notes, so that the file can be filled in and imported as it is. */
export function templateRows(language: Language): CsvCell[][] {
  const { importColumns } = TEXT[language]
  const example = (cells: Partial<Record<ImportColumn, string>>) =>
    IMPORT_COLUMN_NAMES.map((name) => (name === 'reference' ? `# ${cells.reference}` : (cells[name] ?? '')))
  return [
    [...IMPORT_COLUMN_NAMES],
    IMPORT_COLUMN_NAMES.map((name) => (name === 'reference' ? `# ${importColumns[name]}` : importColumns[name])),
    example({
      reference: 'HM-0042',
      state: 'draft',
      titleZh: '海上的燈',
      titleEn: 'Lamps at Sea',
      classify: 'movie',
      class: 'IIA',
      vod: 'vip; credit',
      credits: '20',
      kids: 'no',
      genre: 'drama; romance',
      country: 'HK; TW',
      language: 'yue',
      year: '2026',
      windows: 'HK 2026-12-01..2027-11-30; MO 2026-12-01..2027-11-30',
      directors: '李一 / Lee Yat',
      actors: '何二 / Ho Yi; 張三 / Cheung Sam',
      keyart: 'posters/hm-0042.jpg',
      film: 'films/hm-0042.mp4',
      subtitle: 'zh-Hant:films/hm-0042.srt',
    }),
    example({
      reference: 'HS-0007',
      titleZh: '渡輪人家',
      titleEn: 'Ferry People',
      classify: 'drama',
      class: 'I',
      vod: 'free',
    }),
    example({
      reference: 'HS-0007',
      titleZh: '第一集',
      titleEn: 'Episode 1',
      season: '1',
      episode: '1',
      film: 'films/hs-0007-1.mp4',
    }),
  ]
}
