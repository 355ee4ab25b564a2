import type { ImportColumnText, ImportProblem, ImportProblemText, LineProblem } from '#contract/title-imports.ts'
import { consoleTitle } from './console-title.ts'

/** Of an import's line, after its column. */
const importProblems: ImportProblemText = {
  fileEmpty: () => 'The file is empty.',
  fileTooLarge: ({ max }) => `A file can have up to ${Math.floor(max / 1_048_576)} MB.`,
  linesMax: ({ max }) => `A file can have up to ${max} lines. Split it.`,
  columnsUnknown: ({ names }) =>
    `No such column: ${names.join(', ')}. Rename it, or start its name with # to leave it out.`,
  columnsMissing: ({ names }) => `Missing column: ${names.join(', ')}.`,
  columnTwice: ({ name }) => `The column ${name} appears twice.`,
  notJson: () => 'This is not a JSON object.',
  quoteOpen: () => 'A quotation mark is never closed.',
  cellsMany: ({ found, expected }) => `This line has ${found} cells, but the header has ${expected}.`,
  needed: () => 'Enter a value.',
  unreadable: () => 'Some characters can’t be read. Save the file as UTF-8.',
  notText: () => 'Use a text, a number or a list.',
  tooLong: ({ max }) => `Too long. The maximum is ${max}.`,
  notOneOf: ({ value, values }) => `“${value}” isn’t one of ${values.join(', ')}.`,
  notNumber: ({ value, min, max }) => `“${value}” is not a whole number from ${min} to ${max}.`,
  notYesNo: ({ value }) => `“${value}” is neither yes nor no.`,
  notTime: ({ value }) => `“${value}” is neither seconds nor a time like 1:23.`,
  notWindow: ({ value }) => `“${value}” is not a region with dates, like HK 2026-12-01..2027-01-31.`,
  notDate: ({ value }) => `“${value}” is not a date like 2026-12-01 or 2026-12-01 20:00.`,
  dateWithoutYear: ({ value }) => `“${value}” has no year.`,
  notCountry: ({ value }) => `“${value}” is not a country code of two letters, like HK.`,
  notLanguage: ({ value }) => `“${value}” is not a language code, like yue or en.`,
  notSubtitle: ({ value }) => `“${value}” is not a language with a file, like zh-Hant:film.srt, one for each language.`,
  referenceTwice: ({ line }) => `Line ${line} has the same reference.`,
  seriesUnknown: ({ reference }) => `There is no series ${reference}.`,
  onlyOfTitles: () => 'An episode can’t have this. Put it in the line of the series.',
  onlyOfEpisodes: () => 'Only an episode can have this.',
  filmOfSeries: () => 'A series has no film of its own. Put it in the lines of its episodes.',
  fileAddress: ({ file }) => `${file} is an address. Upload the file, or put it below the import folder.`,
  fileOutside: ({ file }) => `${file} is outside the import folder.`,
  fileUnknown: ({ file }) => `${file} wasn’t found.`,
  fileAmbiguous: ({ file }) =>
    `It’s not clear which file ${file} is: several have this name. Rename them, or put them in the import folder.`,
  fileUnfinished: ({ file }) => `${file} hasn’t finished uploading.`,
  fileUnreadable: ({ file }) => `${file} can’t be read, or is empty.`,
  imageRefused: ({ file }) => `${file} is not a JPEG, PNG, WebP or AVIF image of up to 30 MB.`,
  sourcesMixed: ({ file }) => `${file} must be where its film is: both uploaded, or both below the folder.`,
  personUnknown: ({ personId }) => `There is no person with the id ${personId}.`,
  personAmbiguous: ({ name, people }) => `It’s not clear who “${name}” is. Give the id: ${people.join('; ')}.`,
  tagAmbiguous: ({ name }) => `It’s not clear which tag “${name}” is. Give its name in both languages.`,
  changedElsewhere: ({ value }) => changed(value),
  titleTakenDown: () => 'This title was taken down. It can’t be published until that is lifted.',
  titleIssue: ({ code, about }) =>
    about === '' ? consoleTitle.issues[code] : consoleTitle.aboutIssue(about, consoleTitle.issues[code]),
  notNow: ({ code }) => `Not imported (${code}). Try again.`,
}

function changed(value: string): string {
  if (value === 'withdrawn')
    return 'This title was withdrawn in the console. Bring it back there first, or make the line a draft.'
  if (value === 'draft')
    return 'The title has changed in the console since this draft. Publish or discard the draft there first.'
  return 'This was changed in the console. Make file and console the same, then import again.'
}

export const importProblem = (problem: ImportProblem): string =>
  (importProblems[problem.is] as (values: ImportProblem) => string)(problem)

export const importPlace = ({ line, column }: Pick<LineProblem, 'line' | 'column'>): string =>
  [line === 0 ? 'file' : `line ${line}`, ...(column ? [column] : [])].join(', ')

export const importColumns: ImportColumnText = {
  reference:
    'Required. Your own id for the title, such as HM-0042. Later imports find the title by it. Episodes have the id of their series.',
  state: 'draft or published. Empty: a draft, or as it is for a title that was imported before.',
  titleZh: 'Title in Chinese. In the line of an episode, its own.',
  titleEn: 'Title in English. In the line of an episode, its own.',
  classify: 'movie, drama, kids or variety.',
  class: 'Required. I, IIA, IIB or III.',
  vod: 'Ways to watch, separated by semicolons: free, vip, credit, voucher.',
  credits: 'Credits to rent, a whole number.',
  kids: 'Available in kids mode: yes or no.',
  genre: 'Genres, separated by semicolons: action, drama, horror, comedy, romance, family.',
  country: 'Countries, ISO 3166 codes separated by semicolons, the main one first: HK;TW.',
  language: 'Language spoken, a BCP 47 code: yue, cmn, en.',
  year: 'Year of release, four digits.',
  windows:
    'Windows in Hong Kong time, separated by semicolons: HK 2026-12-01..2027-01-31; MO 2026-12-01 20:00.. – without an end it stays open. Empty: a new title is open from now on.',
  licensor: 'Licensor of all windows of the line.',
  contract: 'Contract with the licensor, of all windows of the line.',
  taglineZh: 'Tagline in Chinese.',
  taglineEn: 'Tagline in English.',
  descriptionZh: 'Description in Chinese. In the line of an episode, its own.',
  descriptionEn: 'Description in English. In the line of an episode, its own.',
  warningZh: 'Content warning in Chinese.',
  warningEn: 'Content warning in English.',
  aliasesZh: 'Other Chinese titles, separated by semicolons.',
  aliasesEn: 'Other English titles, separated by semicolons.',
  tags: 'Tags, separated by semicolons, with a slash between the Chinese and the English name.',
  directors:
    'Directors, separated by semicolons, with a slash between the Chinese and the English name. If two people share a name, give id: and the id that the console shows.',
  actors: 'Cast, written like the directors.',
  keyart: 'File of the poster, portrait.',
  landscape: 'File of the card, landscape.',
  art: 'File of the artwork on the detail page.',
  hero: 'File of the billboard.',
  season: 'Season. Empty: 1.',
  episode: 'Number of the episode. A line with one is an episode of the series with its reference.',
  still: 'File of the episode’s still.',
  skipShow: 'When the skip button shows: seconds or 1:23.',
  skipTo: 'Where skipping leads.',
  endsAt: 'When the next episode is offered.',
  film: 'File of the film, below the import folder, or uploaded.',
  subtitle: 'Subtitles, separated by semicolons: zh-Hant:film.srt; en:film.en.srt.',
  trailer: 'File of the trailer.',
  opening: 'File of the opening.',
}

type Counts = Readonly<Record<'added' | 'changed' | 'unchanged' | 'wrong' | 'people' | 'ingests', number>>

/** What the command prints. */
export const importSummary = {
  would: ({ added, changed, unchanged, wrong, people, ingests }: Counts) =>
    `Would import: ${added} new, ${changed} changed, ${unchanged} unchanged, ${wrong} with errors; ${people} new people, ${ingests} films to encode.`,
  did: ({ added, changed, unchanged, wrong, ingests }: Counts) =>
    `Imported: ${added} new, ${changed} changed, ${unchanged} unchanged, ${wrong} with errors; ${ingests} films to encode.`,
  progress: (done: number, total: number) => `${done} of ${total}`,
  unreadable: 'Nothing was imported.',
  goesOn: 'The other lines are imported. Correct the file and import it again: what has not changed stays as it is.',
}

/** Heads of the report, and its words. */
export const importReport = {
  heads: ['reference', 'line', 'title (Chinese)', 'title (English)', 'outcome', 'films', 'what is wrong'],
  outcomes: { added: 'new', changed: 'changed', unchanged: 'unchanged', wrong: 'with errors', waiting: 'waiting' },
}
