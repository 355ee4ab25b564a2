import type { TitleLack, TitleState } from '#contract/admin/titles.ts'
import { titles } from './titles.ts'

const { genres, vodTypes, restrictions, countries, languages } = titles

/** The list of titles, and what it shares with the page of one. */
export const consoleTitles = {
  add: '新增節目',
  search: '片名、演員、編號',
  list: '節目名單',
  open: (name: string) => `開啟《${name}》`,
  untitled: '未命名',
  states: {
    draft: '草稿',
    scheduled: '待上架',
    live: '已上架',
    expired: '已到期',
    withdrawn: '已下架',
  } satisfies Record<TitleState, string>,
  preparing: '入庫中',
  changed: '有未發佈的更改',
  classifies: { movie: '電影', drama: '劇集', kids: '兒童', variety: '綜藝' },
  lacks: {
    film: '缺影片檔',
    poster: '缺海報',
    english: '缺英文',
    subtitles: '缺字幕',
  } satisfies Record<TitleLack, string>,
  credits: (credits: string) => `${credits} 點`,
  regions: { HK: '香港', MO: '澳門' },
  filters: {
    state: '狀態',
    classify: '類別',
    vodType: '觀看方式',
    genre: '類型',
    region: '地區',
    sort: '排列',
    more: '更多篩選',
    moreOf: (count: number) => `更多篩選（${count}）`,
    year: '年份',
    endsBefore: '供應期在此前結束',
    endsWithin: (days: number) => `${days} 日內結束`,
    lacks: '缺少',
    licensor: '版權方',
  },
  sorts: {
    '-updated': '最近更新',
    updated: '最早更新',
    title: '片名，由前至後',
    '-title': '片名，由後至前',
    '-published': '最近發佈',
    published: '最早發佈',
    ends: '供應期最早結束',
    '-ends': '供應期最遲結束',
    '-popularity': '最受歡迎',
  },
  columns: {
    title: '片名',
    classify: '類別',
    restriction: '級別',
    price: '觀看方式',
    state: '狀態',
    lacks: '缺少',
    window: '供應期（香港時間）',
    updated: '更新（香港時間）',
  },
  /** Columns of the CSV file alone. */
  csv: {
    id: '編號',
    titles: { zh_HK: '中文片名', en_US: '英文片名' },
    credits: '租看點數',
    licensor: '版權方',
    contract: '合約',
  },
  noWindow: '未設定',
  until: (from: string, to: string | undefined) => (to ? `${from} 至 ${to}` : `${from} 起，不設期限`),
  moreWindows: (count: number) => `另有 ${count} 段`,
  export: (count: string) => (count ? `匯出 CSV（${count}）` : '匯出 CSV'),
  exported: (rows: string) => `已匯出 ${rows} 套。`,
  fileName: '節目名單.csv',
  empty: '未有節目',
  emptyText: '新增節目後會在此顯示。',
  none: '沒有符合的節目',
  noneText: '請更改或清除篩選。',
  genres,
  vodTypes,
  restrictions,
  countries,
  languages,
  readOnly: '你的角色只可查看節目。',
}

export type ConsoleTitlesText = typeof consoleTitles

declare module '../texts.ts' {
  interface Texts {
    consoleTitles: ConsoleTitlesText
  }
}
