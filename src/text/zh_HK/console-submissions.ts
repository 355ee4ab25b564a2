import type { SUBMISSION_STATES } from '#contract/admin/submissions.ts'

/** What was sent with the forms of campaigns, before an operator. */
export const consoleSubmissions = {
  search: '參加編號',
  searchHint: '完整的參加編號，例如 K7QM-2XPD',
  state: '狀態',
  states: { new: '未查閱', opened: '已查閱', all: '全部' } satisfies Record<(typeof SUBMISSION_STATES)[number], string>,
  campaign: '活動',
  campaignOf: (title: string, count: string) => `${title}（${count}）`,
  list: '活動參加紀錄',
  columns: { submission: '參加紀錄', campaign: '活動', language: '語言', state: '狀態', sent: '提交' },
  open: (number: string) => `開啟 ${number}`,
  languages: { zh_HK: '中文', en_US: '英文' },
  member: '會員',
  visitor: '訪客',
  marketing: '同意接收推廣',
  images: (count: number) => `${count} 張圖片`,
  none: '沒有符合的參加紀錄',
  noneText: '請核對參加編號，或更改篩選。',
  empty: '未有參加紀錄',
  emptyText: '以活動頁表格提交的內容會在此顯示，活動結束 180 日後刪除。',
  show: {
    button: '顯示內容',
    note: '查看內容會寫入審計紀錄。',
    title: (number: string) => `查看 ${number}`,
    text: '內容包括個人資料。請說明查看原因，原因會寫入審計紀錄。',
  },
  answers: '內容',
  unanswered: '沒有填寫',
  openAccount: '開啟客戶',
  agreed: '參加者同意的條款',
  agreedMarketing: '參加者同意的推廣聲明',
  image: {
    show: (label: string) => `顯示圖片：${label}`,
    alt: (label: string) => `參加者提交的圖片：${label}`,
  },
  remove: {
    button: '刪除',
    title: (number: string) => `刪除 ${number}`,
    text: '內容及圖片會永久刪除，不能復原。只應參加者的要求刪除。',
    word: '刪除',
    done: '參加紀錄已刪除。',
  },
  export: {
    button: '下載 CSV',
    title: '下載活動的參加紀錄',
    text: '檔案包括個人資料，不包括圖片。下載會寫入審計紀錄。',
    word: '下載',
    choose: '請先選擇一個活動。',
    fileName: (codeName: string) => `${codeName}.csv`,
    done: (count: string) => `已下載 ${count} 份參加紀錄。`,
    more: '另有更多，只下載了首批。',
  },
  file: {
    columns: {
      number: '參加編號',
      sent: '提交時間',
      language: '語言',
      sender: '參加者',
      marketing: '同意接收推廣',
      images: '圖片',
    },
    yes: '是',
    no: '否',
  },
}

export type ConsoleSubmissionsText = typeof consoleSubmissions

declare module '../texts.ts' {
  interface Texts {
    consoleSubmissions: ConsoleSubmissionsText
  }
}
