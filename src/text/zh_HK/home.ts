/** Home's billboard, rows and full-screen ad. */
export const home = {
  billboard: '精選影片',
  billboardControls: '輪播控制',
  slide: (n: number, count: number) => `第 ${n} 張，共 ${count} 張`,
  goToSlide: (n: number, title: string) => `第 ${n} 張：${title}`,
  pause: '暫停輪播',
  resume: '繼續輪播',
  details: '詳細資料',
  rowFailed: '這一行暫時載入不到',
  pageFailed: '暫時載入不到這一頁',
  pageEmpty: '這裏暫時未有影片',
  pageEmptyText: '請稍後再來，或先看看首頁。',
  toHome: '返回首頁',
  adLabel: '推廣',
  adOpen: '立即看看',
  kidsCategories: '兒童分類',
  kidsWatch: '立即看',
}

export type HomeText = typeof home
