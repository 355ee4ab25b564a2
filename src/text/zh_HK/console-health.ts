import type { HealthName, HEALTH_STATES } from '#contract/admin/health.ts'

interface HealthLineText {
  readonly label: string
  /** What to do when the line is not in order. */
  readonly advice: string
}

/** The state of the service, as operators read it. */
export const consoleHealth = {
  title: '系統狀態',
  states: { ok: '正常', watch: '注意', act: '須處理' } satisfies Record<(typeof HEALTH_STATES)[number], string>,
  count: {
    ok: (count: number) => `${count} 項正常`,
    watch: (count: number) => `${count} 項注意`,
    act: (count: number) => `${count} 項須處理`,
  },
  version: (version: string) => `版本 ${version}`,
  advice: '處理方法',
  since: (time: string) => `由 ${time} 起`,
  checked: (time: string) => `核對於 ${time}`,
  finished: (time: string) => `完成於 ${time}`,
  items: (count: string) => `${count} 項`,
  differences: (count: string) => `${count} 項差異`,
  free: (gigabytes: string) => `尚餘 ${gigabytes} GB`,
  size: (gigabytes: string) => `${gigabytes} GB`,
  notChecked: '未曾核對',
  noBackup: '未有備份',
  alarm: {
    title: (what: string, label: string) => `${what}：${label}`,
    recovered: '已恢復正常',
    node: (id: string) => `主機 ${id}`,
    sentence: (parts: readonly string[]) => `${parts.join('，')}。`,
    open: '開啟控制台',
    closing: (brand: string) => `此訊息發送至設定 ALERT_EMAIL 的地址。${brand}`,
  },
  silenced: (time: string) => `警報靜音至 ${time}`,
  silenceOf: (label: string) => `${label}：警報靜音一小時`,
  endSilence: '取消靜音',
  endSilenceOf: (label: string) => `${label}：取消靜音`,
  isSilenced: (label: string, time: string) => `${label}的警報靜音至 ${time}`,
  isHeard: (label: string) => `${label}的警報已恢復`,
  untold: '警報只在此頁顯示。設定 ALERT_URL 或 ALERT_EMAIL 後，可在控制台以外收到。',
  on: '已啟用',
  off: '已關閉',
  lines: {
    ingests: {
      label: '入庫失敗',
      advice: '在「影片入庫」查閱失敗的原因，更正後重試。示範影片不在該列表，原因見系統日誌。',
    },
    waitingIngests: {
      label: '等候入庫',
      advice: '最早一項已等候超過一日。請確認負責轉碼的程序正在運行，並有足夠儲存空間。',
    },
    messages: { label: '待發訊息', advice: '短訊或電郵未能發出。請檢查訊息供應商的設定及狀態。' },
    webhooks: {
      label: '回調',
      advice: '財務部在「付款個案」的「回調」查閱失敗的回調，並重新處理。',
    },
    payments: { label: '付款個案', advice: '財務部在「付款個案」逐宗決定接納、退款或標示為已處理。' },
    agreements: {
      label: '自動轉帳協議',
      advice: '付款機構未有終止自動轉帳協議。請在「付款個案」頁查閱，並在該頁或付款機構的後台終止。',
    },
    ledger: { label: '帳目核對', advice: '結餘與分錄不符。以 npm run ledger -- check 查閱差異，並聯絡技術支援。' },
    orders: {
      label: '訂單核對',
      advice: '已付金額與交付或退回的金額不符。以 npm run ledger -- check 查閱是哪些訂單。',
    },
    disk: { label: '儲存空間', advice: '空間不足時，上載及轉碼會暫停。請刪除不需要的檔案，或擴充儲存空間。' },
    backup: { label: '最近備份', advice: '以 npm run backup -- 資料夾 進行備份，並設定每日執行。' },
    plans: { label: '排期發佈', advice: '有節目或版面未有按排期發佈，原因見該節目或版面。請開啟核對，再次發佈。' },
    alarms: { label: '警報發送', advice: '設定 ALERT_URL 的地址未有接受警報。請檢查該地址及對方的服務。' },
    fourEyes: {
      label: '雙人批准',
      advice: '重要操作現時由一人決定。有多於一位管理員時，請移除設定 CONSOLE_FOUR_EYES。',
    },
  } satisfies Record<HealthName, HealthLineText>,
}

export type ConsoleHealthText = typeof consoleHealth

declare module '../texts.ts' {
  interface Texts {
    consoleHealth: ConsoleHealthText
  }
}
