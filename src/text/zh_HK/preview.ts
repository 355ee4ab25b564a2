/** Around the site while an operator looks at it before a publication. */
export const preview = {
  name: '預覽',
  regions: { HK: '香港', MO: '澳門' },
  profiles: { visitor: '訪客', member: '會員', plan: '計劃會員', kids: '兒童' },
  languages: { zh_HK: '中文', en_US: '英文' },
  profileName: '預覽',
  hongKong: (time: string) => `${time}（香港時間）`,
  drafts: (count: number) => (count === 0 ? '沒有草稿' : `${count} 套節目以草稿顯示`),
  pages: (names: readonly string[]) => `版面以草稿顯示：${names.join('、')}`,
  sitePage: '分頁、廣告及彈出視窗',
  live: '搜尋、自動排列的清單、優惠及場次均為現時的資料',
  endedTitle: '預覽已結束',
  endedText: '預覽最多維持 30 分鐘，並隨你登出控制台而結束。請在控制台重新開啟。',
}

export type PreviewText = typeof preview

declare module '../texts.ts' {
  interface Texts {
    preview: PreviewText
  }
}
