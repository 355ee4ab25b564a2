/** Home's billboard, rows and full-screen ad. */
export const home = {
  billboard: '精選節目',
  billboardControls: '輪播控制',
  slide: (n: number, count: number) => `第 ${n} 張，共 ${count} 張`,
  goToSlide: (n: number, title: string) => `第 ${n} 張：${title}`,
  pause: '暫停輪播',
  resume: '繼續輪播',
  details: '詳情',
  /** `offer`: what else the title can be watched with, beside the button: 以通行證觀看. */
  also: (offer: string) => `亦可${offer}`,
  rowFailed: '暫時未能載入此列節目',
  pageFailed: '暫時未能載入此頁面',
  pageEmpty: '暫時未有節目',
  pageEmptyText: '請稍後再來，或先瀏覽首頁。',
  toHome: '返回首頁',
  kidsCategories: '兒童分類',
  kidsWatch: '立即看',
}

export type HomeText = typeof home
