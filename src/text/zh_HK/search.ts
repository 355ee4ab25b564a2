/** Search: the field, its suggestions, and the results. */
export const search = {
  title: '搜尋',
  open: '搜尋',
  close: '關閉搜尋',
  label: '搜尋片名、人物或類型',
  placeholder: '片名、演員、導演或對白',
  clear: '清除輸入',
  /** SPEC 6: nothing typed. */
  enter: '請輸入搜尋內容',
  hint: '可用中文、英文或粵語拼音搜尋',
  keys: { choose: '選擇', open: '開啟', close: '關閉' },
  sections: { title: '電影及劇集', person: '人物', genre: '類型' },
  suggestions: '搜尋建議',
  suggestionCount: (n: string) => `${n} 項建議`,
  noSuggestion: '沒有建議',
  all: (keyword: string) => `搜尋「${keyword}」的所有結果`,
  kinds: { movie: '電影', drama: '劇集' },
  personTitles: (n: string) => `${n} 套作品`,
  director: '導演',
  genre: '類型',
  recent: '最近搜尋',
  clearRecent: '清除全部',
  removeRecent: (keyword: string) => `移除「${keyword}」`,
  popular: '熱門搜尋',
  resultsFor: (keyword: string) => `「${keyword}」的搜尋結果`,
  titlesOf: (name: string) => `${name}的作品`,
  count: (n: string) => `${n} 套`,
  best: '最相關',
  /** SPEC 8: no search match. */
  none: '沒有符合的結果',
  noneText: '請檢查輸入的文字，或參考以下節目。',
  noneFiltered: '沒有符合篩選條件的節目',
  noneFilteredText: '可減少篩選條件。',
  clearFilters: '清除全部篩選',
  didYouMean: (keyword: string) => `以下是「${keyword}」的搜尋結果`,
  popularTitles: '熱門節目',
  scenes: '對白場景',
  playFrom: (title: string, time: string) => `由 ${time} 播放《${title}》`,
  episode: (season: number, episode: number) => `第 ${season} 季第 ${episode} 集`,
  failed: '暫時未能搜尋',
  popularFailed: '暫時未能載入熱門搜尋',
  unknownPerson: '找不到此人物',
}

export type SearchText = typeof search

declare module '../texts.ts' {
  interface Texts {
    search: SearchText
  }
}
