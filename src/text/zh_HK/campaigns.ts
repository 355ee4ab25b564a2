/** Campaign pages. */
export const campaigns = {
  loading: '載入中',
  until: (moment: string) => `截止：${moment}`,
  from: (moment: string) => `開始：${moment}`,
  toForm: '前往表格',
  toCode: '輸入兌換碼',
  free: '免費',
  video: { play: '播放預告片', title: '預告片', full: '觀看完整預告片', mute: '靜音', unmute: '開啟聲音' },
  upcoming: { title: '活動尚未開始', text: (moment: string) => `由 ${moment} 開始，屆時歡迎再來。` },
  ended: { title: '活動已結束', text: '多謝支持，活動已停止接受提交。', home: '瀏覽節目' },
  unknown: { title: '找不到這個活動', text: '活動可能已下架，或連結不完整。', home: '返回首頁' },
  region: '此活動不適用於你所在的地區',
  failed: '未能載入活動',
  form: {
    optional: (label: string) => `${label}（選填）`,
    choose: '請選擇',
    draft: (time: string) => `草稿已儲存　${time}`,
    range: (min: string, max: string) => `/ ${min} 至 ${max} 字`,
    upTo: (max: string) => `/ ${max} 字`,
    counted: (count: string) => `已輸入 ${count} 字`,
    marketing: (sentence: string) => `${sentence}（選填）`,
    submit: '提交',
    uploading: '圖片上載中',
    missing: '請填寫此欄。',
    unchosen: '請選擇。',
    noImage: '請上載圖片。',
    tooShort: (min: string, count: string) => `最少 ${min} 個字，現有 ${count} 個。`,
    tooLong: (max: string, count: string) => `最多 ${max} 個字，現有 ${count} 個。`,
    email: '請輸入有效的電郵地址。',
    phone: '請輸入有效的八位電話號碼。',
    agree: '請先同意以上條款。',
    tooMany: '提交次數過多，請稍後再試。',
  },
  sent: {
    title: '已收到',
    text: '多謝參加。',
    number: '編號',
    keep: '如需查詢或刪除資料，請提供此編號。',
    copy: '複製編號',
    copied: '已複製編號',
    copyFailed: '未能複製，請自行抄下編號。',
    again: '再提交一份',
  },
}

export type CampaignsText = typeof campaigns

declare module '../texts.ts' {
  interface Texts {
    campaigns: CampaignsText
  }
}
