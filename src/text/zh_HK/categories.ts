import { languages } from './languages.ts'

/** The rolling category: filters, sorting, paging. */
export const categories = {
  count: (n: string) => `共 ${n} 套節目`,
  sortBy: '排序',
  sorts: { newest: '最新上架', popular: '最受歡迎', score: '評分最高', title: '片名' },
  filters: '篩選',
  all: '全部',
  filterNames: { genre: '類型', year: '年份', country: '地區', language: '語言', vodType: '收費' },
  languages,
  clear: '清除全部篩選',
  optionCount: (label: string, n: string) => `${label}（${n}）`,
  more: '顯示更多',
  shown: (shown: string, total: string) => `已顯示 ${shown} 套，共 ${total} 套`,
  empty: '沒有符合條件的節目',
  emptyText: '可減少篩選條件，或參考以下相近的節目。',
  nearest: '相近的節目',
  missing: '找不到此分類',
  missingText: '此分類可能已下架。',
  failed: '暫時未能載入此分類',
  moreFailed: '未能載入更多節目',
  untitled: '分類',
}

export type CategoriesText = typeof categories
