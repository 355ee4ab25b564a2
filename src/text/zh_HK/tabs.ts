/** The titles of pages, by route name. A tab's own name comes with the tab. */
export const tabs = {
  Homepage: '首頁',
  Movie: '電影',
  Drama: '劇集',
  Kids: '兒童',
  VarietyShow: '綜藝',
  RollingCategory: '分類',
  Play: '播放',
  PlayDrama: '播放',
}

export type TabsText = typeof tabs
