import type { SettingName, SettingValues, SmsProvider } from '#contract/admin/settings.ts'
import type { MailTextName, SmsTextName } from '#contract/message-texts.ts'
import { paying } from './paying.ts'

type Groups = {
  readonly [N in SettingName]: {
    readonly title: string
    readonly text: string
    /** Texts of messages have their labels in `texts`. */
    readonly fields: Readonly<
      N extends 'smsTexts' | 'mailTexts' ? Record<string, string> : Record<keyof SettingValues[N] & string, string>
    >
  }
}

const groups: Groups = {
  brand: {
    title: '品牌名稱',
    text: '網站標誌、頁面標題、訊息、收據、分享卡及控制台上的名稱。',
    fields: { zh_HK: '繁體中文名稱', en_US: '英文名稱' },
  },
  about: {
    title: '關於我們',
    text: '頁尾及選單內「關於我們」的連結。留空即不顯示。',
    fields: { zh_HK: '繁體中文頁面', en_US: '英文頁面' },
  },
  contact: {
    title: '聯絡方法',
    text: '條款、私隱聲明、關於我們及聯絡頁上的電郵地址。留空即不顯示。',
    fields: { email: '電郵地址' },
  },
  apps: {
    title: '應用程式',
    text: '頁尾的下載連結，以及手提電話上的應用程式提示。留空的不會顯示。',
    fields: { appStore: 'App Store', googlePlay: 'Google Play', smartTv: '智能電視' },
  },
  limits: {
    title: '上限',
    text: '一個帳戶同時播放的數目，以及每日發出的短訊數目。',
    fields: {
      streams: '同時播放數目（沒有計劃）',
      streamsWithPlan: '同時播放數目（有計劃）',
      smsPerDay: '每日短訊數目',
    },
  },
  refunds: {
    title: '退款上限（港元）',
    text: '一位操作員毋須他人批准可退的總額；分次退款一併計算。超出的須由財務部提出，另一人批准。調高上限須由另一位管理員批准。',
    fields: { perOrder: '每張訂單', perAccount: '每個帳戶 30 日內', perOperator: '每位操作員 24 小時內' },
  },
  codes: {
    title: '兌換碼上限',
    text: '一位操作員 24 小時內毋須他人批准可產生的兌換碼數目及總值。超出的須由另一位財務部操作員批准。調高上限須由另一位管理員批准。',
    fields: { perDay: '數目', worthPerDay: '總值（港元）' },
  },
  registration: {
    title: '暫停註冊',
    text: '期間不會發出註冊驗證碼，亦不會新增帳戶；會員可如常登入。時間一到便自動恢復，留空即接受註冊。',
    fields: { closedUntil: '暫停至（香港時間）' },
  },
  sms: {
    title: '短訊供應商',
    text: '供應商故障時，暫時改由另一供應商發送短訊。時間一到便自動恢復；不填時間即使用設定的供應商。供應商須先在環境設定內填妥。',
    fields: { provider: '暫時使用', until: '至（香港時間）' },
  },
  smsTexts: {
    title: '短訊內容',
    text: '{ } 內的部分會換成會員的資料，不可刪去。超過 70 個中文字元或 160 個英文字元，會以多於一則計費。',
    fields: {},
  },
  mailTexts: {
    title: '電郵內容',
    text: '{ } 內的部分會換成會員的資料，不可刪去。每行一段，最後一行以較小字體顯示；獨立一行的 {code} 或 {link} 會以大字或按鈕顯示。',
    fields: {},
  },
  comments: {
    title: '暫停評論',
    text: '期間不接受新評論及修改，已刊登的評論照常顯示。時間一到便自動恢復，留空即接受評論。',
    fields: { closedUntil: '暫停至（香港時間）' },
  },
  payments: {
    title: '暫停付款方式',
    text: '期間不能以該方式開始新的付款或訂閱；續期照常收費，已開始的付款照常完成。時間一到便自動恢復，留空即可使用。時間為香港時間。',
    fields: paying.providers,
  },
  notice: {
    title: '網站通告',
    text: '在網站底部顯示，觀眾可以關閉；兒童模式及播放器不會顯示。到時自動消失，不填時間即不顯示。',
    fields: { zh_HK: '繁體中文通告', en_US: '英文通告', until: '顯示至（香港時間）' },
  },
  answers: {
    title: '聯絡個案的回覆範本',
    text: '客戶服務回覆個案時，可按個案性質及發件人的語言套用，再補充內容。',
    fields: {
      question_zh_HK: '查詢（中文）',
      question_en_US: '查詢（英文）',
      refund_zh_HK: '退款（中文）',
      refund_en_US: '退款（英文）',
      dataAccess_zh_HK: '查閱個人資料（中文）',
      dataAccess_en_US: '查閱個人資料（英文）',
      correction_zh_HK: '更正個人資料（中文）',
      correction_en_US: '更正個人資料（英文）',
      takedown_zh_HK: '下架通知（中文）',
      takedown_en_US: '下架通知（英文）',
      incident_zh_HK: '事故（中文）',
      incident_en_US: '事故（英文）',
    },
  },
}

/** What administrators change without a restart. */
export const consoleSettings = {
  note: '儲存後即時生效，毋須重新啟動。',
  groups,
  smsProviders: { configured: '設定的供應商', twilio: 'Twilio', smpp: 'SMPP' } satisfies Record<
    SmsProvider | 'configured',
    string
  >,
  texts: {
    message: '訊息',
    needed: (parts: string) => `每種語言的內容須保留：${parts}`,
    words: { zh_HK: '內容（中文）', en_US: '內容（英文）' },
    subject: { zh_HK: '主旨（中文）', en_US: '主旨（英文）' },
    body: { zh_HK: '內文（中文）', en_US: '內文（英文）' },
    preview: '預覽',
    refused: (names: string) => `以下訊息有資料未填妥：${names}`,
    joined: '、',
    sms: {
      registerCode: '註冊驗證碼',
      alreadyRegistered: '已有帳戶',
      resetCode: '重設密碼驗證碼',
      notRegistered: '未有帳戶',
      welcome: '歡迎',
      parentalCode: '重設家長密碼驗證碼',
      newPassword: '新密碼',
      newParentalCode: '新家長密碼',
      accountClosing: '帳戶將結束',
      numberChanging: '將改用另一號碼（原號碼）',
      numberAwaited: '將改用另一號碼（新號碼）',
      numberChanged: '號碼已更改',
    } satisfies Record<SmsTextName, string>,
    mail: {
      emailCode: '電郵驗證碼',
      contactCode: '聯絡表格驗證碼',
      accountData: '個人資料連結',
      numberChanging: '將改用另一號碼',
      numberChanged: '號碼已更改',
      numberStays: '號碼維持不變',
    } satisfies Record<MailTextName, string>,
  },
  switches: '開關',
  switchesNote: '到時自動恢復。',
  others: '設定',
  default: (value: string) => `預設：${value}`,
  isDefault: '使用預設值',
  savedBy: (name: string, time: string) => `${name}於${time} 儲存`,
  resetBy: (name: string, time: string) => `${name}於${time} 還原預設值`,
  saved: (title: string) => `「${title}」已儲存。`,
  restored: (title: string) => `「${title}」已還原。`,
  unchanged: '沒有更改。',
  undo: '復原',
  discard: '放棄更改',
  reset: '還原預設值',
  history: '更改紀錄',
  historyOf: (title: string) => `「${title}」的更改紀錄`,
  neverChanged: '從未更改。',
  version: (version: string) => `版本 ${version}`,
  choose: '使用此版本',
  chooseOf: (version: string) => `使用版本 ${version}`,
}

export type ConsoleSettingsText = typeof consoleSettings

declare module '../texts.ts' {
  interface Texts {
    consoleSettings: ConsoleSettingsText
  }
}
