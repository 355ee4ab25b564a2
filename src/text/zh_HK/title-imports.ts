import type { ImportColumnText, ImportProblem, ImportProblemText, LineProblem } from '#contract/title-imports.ts'
import { consoleTitle } from './console-title.ts'

/** Of an import's line, after its column. */
const importProblems: ImportProblemText = {
  fileEmpty: () => '檔案沒有內容。',
  fileTooLarge: ({ max }) => `檔案不可超過 ${Math.floor(max / 1_048_576)} MB。`,
  linesMax: ({ max }) => `每個檔案最多 ${max} 行，請分為多個檔案。`,
  columnsUnknown: ({ names }) => `沒有此欄：${names.join('、')}。請更改欄名，或在欄名前加 # 以略過。`,
  columnsMissing: ({ names }) => `欠缺欄：${names.join('、')}。`,
  columnTwice: ({ name }) => `${name} 欄重複。`,
  notJson: () => '此行不是有效的 JSON 物件。',
  quoteOpen: () => '引號沒有關閉。',
  cellsMany: ({ found, expected }) => `此行有 ${found} 格，標題行只有 ${expected} 格。`,
  needed: () => '必須填寫。',
  unreadable: () => '有未能讀取的字元，請以 UTF-8 重新儲存。',
  notText: () => '須為文字、數字或清單。',
  tooLong: ({ max }) => `最多 ${max}。`,
  notOneOf: ({ value, values }) => `沒有「${value}」，可用：${values.join('、')}。`,
  notNumber: ({ value, min, max }) => `「${value}」須為 ${min} 至 ${max} 的整數。`,
  notYesNo: ({ value }) => `「${value}」須為 yes 或 no。`,
  notTime: ({ value }) => `「${value}」須為秒數或 1:23。`,
  notWindow: ({ value }) => `「${value}」須為地區及日期，例如 HK 2026-12-01..2027-01-31。`,
  notDate: ({ value }) => `「${value}」須為年、月、日，例如 2026-12-01 或 2026-12-01 20:00。`,
  dateWithoutYear: ({ value }) => `「${value}」沒有年份。`,
  notCountry: ({ value }) => `「${value}」須為兩個字母的地區編號（ISO 3166），例如 HK。`,
  notLanguage: ({ value }) => `「${value}」須為語言代號（BCP 47），例如 yue、en。`,
  notSubtitle: ({ value }) => `「${value}」須為語言及檔案，例如 zh-Hant:film.srt，每種語言一個。`,
  referenceTwice: ({ line }) => `編號與第 ${line} 行相同。`,
  seriesUnknown: ({ reference }) => `沒有編號為 ${reference} 的劇集。`,
  onlyOfTitles: () => '單集不可填寫此欄，請填在劇集的行。',
  onlyOfEpisodes: () => '只有單集可填寫此欄。',
  filmOfSeries: () => '劇集的影片檔須填在各集的行。',
  fileAddress: ({ file }) => `${file} 是網址。請上載檔案，或放在匯入資料夾內。`,
  fileOutside: ({ file }) => `${file} 不在匯入資料夾之內。`,
  fileUnknown: ({ file }) => `找不到 ${file}。`,
  fileAmbiguous: ({ file }) => `未能確定 ${file} 是哪個檔案：有多於一個檔案同名。請更改檔名，或放在匯入資料夾內。`,
  fileUnfinished: ({ file }) => `${file} 尚未上載完成。`,
  fileUnreadable: ({ file }) => `未能讀取 ${file}，或檔案是空的。`,
  imageRefused: ({ file }) => `${file} 不是 30 MB 以內的 JPEG、PNG、WebP 或 AVIF 圖片。`,
  sourcesMixed: ({ file }) => `${file} 須與其影片檔一同上載，或一同放在資料夾內。`,
  personUnknown: ({ personId }) => `沒有編號為 ${personId} 的人物。`,
  personAmbiguous: ({ name, people }) => `未能確定「${name}」是誰。請以 id 註明：${people.join('；')}。`,
  tagAmbiguous: ({ name }) => `未能確定「${name}」是哪個標籤，請填寫中英文名稱。`,
  changedElsewhere: ({ value }) => changed(value),
  titleTakenDown: () => '此節目已緊急下架，解除前不可發佈。',
  titleIssue: ({ code, about }) =>
    about === '' ? consoleTitle.issues[code] : consoleTitle.aboutIssue(about, consoleTitle.issues[code]),
  notNow: ({ code }) => `未能匯入（${code}），請重試。`,
}

function changed(value: string): string {
  if (value === 'withdrawn') return '此節目在控制台已下架。請先在控制台重新上架，或改為 draft。'
  if (value === 'draft') return '草稿之後，此節目在控制台另有更改。請先在控制台發佈或放棄草稿。'
  return '此欄在控制台另有更改。請使檔案與控制台一致後再匯入。'
}

export const importProblem = (problem: ImportProblem): string =>
  (importProblems[problem.is] as (values: ImportProblem) => string)(problem)

export const importPlace = ({ line, column }: Pick<LineProblem, 'line' | 'column'>): string =>
  [line === 0 ? '檔案' : `第 ${line} 行`, ...(column ? [column] : [])].join(' ')

export const importColumns: ImportColumnText = {
  reference: '必填。你自訂的節目編號，例如 HM-0042。再次匯入時以此辨認節目；各集填寫其劇集的編號。',
  state: 'draft 或 published。留空為草稿；已匯入的節目則維持不變。',
  titleZh: '中文片名；單集的行填該集名稱。',
  titleEn: '英文片名；單集的行填該集名稱。',
  classify: 'movie、drama、kids 或 variety。',
  class: '必填。級別：I、IIA、IIB 或 III。',
  vod: '觀看方式，以分號分隔：free、vip、credit、voucher。',
  credits: '租看所需點數，整數。',
  kids: '是否開放予兒童模式：yes 或 no。',
  genre: '類型，以分號分隔：action、drama、horror、comedy、romance、family。',
  country: '出品地區，ISO 3166 編號，以分號分隔，主要的在前：HK;TW。',
  language: '對白語言，BCP 47 代號：yue、cmn、en。',
  year: '上映年份，四位數字。',
  windows:
    '供應期，香港時間，以分號分隔：HK 2026-12-01..2027-01-31; MO 2026-12-01 20:00..。沒有結束日期即沒有期限；新節目留空即由現在起供應。',
  licensor: '版權方，適用於此行的所有供應期。',
  contract: '與版權方的合約編號，適用於此行的所有供應期。',
  taglineZh: '中文標語。',
  taglineEn: '英文標語。',
  descriptionZh: '中文簡介；單集的行填該集簡介。',
  descriptionEn: '英文簡介；單集的行填該集簡介。',
  warningZh: '中文內容提示。',
  warningEn: '英文內容提示。',
  aliasesZh: '其他中文片名，以分號分隔。',
  aliasesEn: '其他英文片名，以分號分隔。',
  tags: '標籤，以分號分隔；中英文以斜線分隔：賀歲 / Lunar New Year。',
  directors: '導演，以分號分隔：岑望舒 / Shum Mong-shu。同名者以 id:編號 註明，編號見控制台。',
  actors: '演員，寫法與導演相同。',
  keyart: '直向海報的檔案名稱。',
  landscape: '橫向圖片的檔案名稱。',
  art: '詳情頁圖片的檔案名稱。',
  hero: '首頁橫額的檔案名稱。',
  season: '季數，留空為 1。',
  episode: '集數。填寫後，此行即為該編號劇集的一集。',
  still: '該集劇照的檔案名稱。',
  skipShow: '何時顯示略過按鈕：秒數或 1:23。',
  skipTo: '略過至何時。',
  endsAt: '何時提供下一集。',
  film: '影片檔的名稱，在匯入資料夾之內，或已上載的檔案。',
  subtitle: '字幕，以分號分隔：zh-Hant:film.srt; en:film.en.srt。',
  trailer: '預告片的檔案名稱。',
  opening: '片頭的檔案名稱。',
}

type Counts = Readonly<Record<'added' | 'changed' | 'unchanged' | 'wrong' | 'people' | 'ingests', number>>

/** What the command prints. */
export const importSummary = {
  would: ({ added, changed, unchanged, wrong, people, ingests }: Counts) =>
    `將會匯入：新增 ${added}，更改 ${changed}，不變 ${unchanged}，有誤 ${wrong}；新人物 ${people} 位，須轉碼的影片檔 ${ingests} 個。`,
  did: ({ added, changed, unchanged, wrong, ingests }: Counts) =>
    `已匯入：新增 ${added}，更改 ${changed}，不變 ${unchanged}，有誤 ${wrong}；須轉碼的影片檔 ${ingests} 個。`,
  progress: (done: number, total: number) => `${done} / ${total}`,
  unreadable: '沒有匯入任何節目。',
  goesOn: '其餘各行已匯入。請修正檔案後再匯入，沒有更改的節目會維持不變。',
}

/** Heads of the report, and its words. */
export const importReport = {
  heads: ['編號', '行', '中文片名', '英文片名', '結果', '影片檔', '有誤之處'],
  outcomes: { added: '新增', changed: '更改', unchanged: '不變', wrong: '有誤', waiting: '等候' },
}
