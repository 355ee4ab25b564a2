import type { ContentProblem, ContentProblemText } from '#contract/content-problems.ts'

const TYPES: Readonly<Record<string, string>> = {
  boolean: '請填寫「是」或「否」',
  number: '請填寫數字',
  int: '請填寫整數',
  string: '請填寫文字',
  array: '請填寫清單',
}

/** What is wrong with a record of content, for an operator. */
const contentProblems: ContentProblemText = {
  notJson: () => '不是 JSON 格式',
  kindUnknown: ({ kinds }) => `種類（kind）必須是 ${kinds.join('、')} 其中之一`,
  unreadable: () => '不可包含控制字元',
  fieldUnknown: ({ names }) => `沒有 ${names.join('、')} 這個欄位`,
  missing: () => '請填寫此欄',
  wrongType: ({ type }) => TYPES[type] ?? '格式不正確',
  notOneOf: ({ values }) => `必須是 ${values.join('、')} 其中之一`,
  tooSmall: ({ min, of }) => `最少 ${sized(min, of)}`,
  tooLarge: ({ max, of }) => `最多 ${sized(max, of)}`,
  malformed: () => '格式不正確',
  dollarSteps: () => '金額須為 HK$0.10 的倍數',
  notAnInstant: () => '請填寫日期及時間，並連時區，例如 2026-12-06T23:59:59+08:00',
  notADay: () => '請填寫日期，例如 2026-12-08',
  notALanguage: () => '請填寫語言代號（BCP 47），例如 yue、en',
  notAnImage: () => '必須是系統內的圖片（hash/name）',
  notHttps: () => '網址須以 https:// 開首，並且不含使用者名稱',
  notACountry: () => '請填寫兩個大楷字母的國家或地區代號（ISO 3166）',
  notACodeName: () => '只可用大楷字母、數字及 _',
  notPlain: () => '只可用純文字，不可包含 HTML',
  notAnAddress: () => '請填寫網站內的路徑，例如 /warriors48，或 https 網址',
  oneSource: () => '節目與圖片，須選其中一項',
  titleTwice: () => '每套節目只可出現一次',
  blockEmpty: () => '須有標題、文字、步驟或連結其中一項',
  nameReserved: () => '此名稱已由系統使用，請改用其他名稱',
  minAboveMax: () => '最少字數不可大於最多字數',
  repeated: ({ name, first }) => `${named(name)} 已在第 ${first} 行出現`,
  titleUnknown: ({ programId }) => `沒有節目 ${programId}`,
  cinemaUnknown: ({ cinemaId }) => `沒有電影院 ${cinemaId}`,
  filmUnknown: ({ filmId }) => `沒有電影 ${filmId}`,
  saleUnknown: ({ saleId }) => `沒有特賣 ${saleId}`,
  imageUnknown: ({ key }) => `沒有圖片 ${key}`,
  ticketsRedeemed: ({ redeemed }) => `已有 ${redeemed} 個座位兌換，不可少於此數`,
  showtimeTaken: ({ showtimeId }) => `此電影在同一電影院的同一時間已有場次 ${showtimeId}`,
  showtimeMoved: () => '已有戲票兌換，電影、電影院及開場時間不能更改。請下架此場次，再新增另一場',
  unitsTaken: ({ units }) => `已售出或正在付款的有 ${units} 件，不可少於此數`,
  countryTaken: ({ country }) => `${country} 已屬另一個運費區`,
  sellsLate: () => '須早於開場時間',
  startTaken: ({ slotId }) => `此節目在同一時間已有場次 ${slotId}`,
  seatsTaken: ({ taken }) => `已售出或正在付款的座位有 ${taken} 個，不可少於此數`,
  slotMoved: () => '已售出座位，節目及開場時間不能更改。請下架此場次，再新增另一場',
  endsEarly: () => '須遲於開始時間',
  formTooLong: ({ days }) => `設有參加表格的活動頁，為期不可超過 ${days} 日`,
  formWindow: () => '設有參加表格的活動頁，必須有開始及結束時間',
  blockTwice: ({ kind }) => `最多一個「${kind === 'form' ? '參加表格' : '輸入兌換碼'}」區塊`,
  linkUnlisted: ({ to }) => `${to} 既不是網站內的路徑，也不在 CAMPAIGN_LINK_HOSTS 所列的網站`,
  nameTwice: ({ name }) => `${name} 出現了兩次`,
  oncePerUnfit: () => '須為必填的節目或選擇題',
}

const KINDS: Readonly<Record<string, string>> = {
  campaign: '活動頁',
  cinema: '電影院',
  cinemaFilm: '電影',
  showtime: '場次',
  sale: '特賣',
  goods: '貨品',
  locker: '智能櫃',
  freight: '運費區',
  country: '國家或地區',
  screening: '場次',
}

/** `locker H852-07`: the kind in Chinese, the id as it is. */
function named(name: string): string {
  const [kind = '', ...id] = name.split(' ')
  return KINDS[kind] ? [KINDS[kind], ...id].join(' ') : name
}

function sized(count: number, of: 'text' | 'list' | 'number'): string {
  if (of === 'number') return `${count}`
  return of === 'text' ? `${count} 個字` : `${count} 項`
}

/** A sentence beside the field. */
export function contentSentence(problem: ContentProblem): string {
  const say: (values: never) => string = contentProblems[problem.is]
  return `${say(problem as never)}。`
}
