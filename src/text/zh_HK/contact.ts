/** The contact form. */
export const contact = {
  title: '聯絡我們',
  lead: '填寫表格後會獲發個案編號，我們會以電郵回覆。',
  selfHelp: '多數問題可以即時解決',
  selfHelpText: '說明中心有常見問題、錯誤編號及裝置檢測。',
  toHelp: '前往說明中心',
  byMail: '電郵聯絡',
  data: '你的資料只用於處理這宗查詢。',
  collection: '個人資料收集聲明',
  sections: { about: '查詢內容', person: '聯絡資料', proof: '電郵驗證' },
  theme: '查詢類別',
  themes: { payment: '付款查詢', technical: '技術支援', other: '其他' },
  name: '姓名',
  phone: '聯絡電話（八位數字）',
  account: '登入帳戶',
  accountHint: '請填寫所查詢帳戶的手提電話號碼。',
  noAccount: '我沒有帳戶',
  device: '使用的裝置',
  deviceHint: '已按這部裝置填上。如在其他裝置遇到問題，請更改。',
  content: '內容',
  contentHint: '請寫明發生了甚麼、何時發生，以及節目名稱或錯誤編號。',
  count: (count: string, max: string) => `${count} / ${max} 字`,
  image: '圖片（選填）',
  email: '電郵地址',
  emailHint: '用作接收驗證碼及回覆。',
  send: '發送驗證碼',
  resend: '重新發送驗證碼',
  sendAgain: (clock: string) => `${clock} 後可重新發送`,
  sent: (email: string) => `驗證碼已發送至 ${email}，十分鐘內有效。`,
  code: '六位數字驗證碼',
  codeMissing: '請先發送驗證碼到你的電郵，再輸入收到的六位數字。',
  copyToSelf: '將副本發送到我的電郵',
  submit: '提交查詢',
  uploading: '圖片上載中',
  draft: '草稿已儲存在這個分頁',
  done: {
    title: '已收到你的查詢',
    kicker: '聯絡我們',
    text: (email: string) => `我們會以電郵回覆至 ${email}。`,
    caseNumber: '個案編號',
    email: '回覆電郵',
    copied: '已複製個案編號。',
    copyFailed: '未能複製，請手動記下個案編號。',
    copyNumber: '複製個案編號',
    copySent: '副本已發送到你的電郵。',
    note: '再次聯絡我們時，請註明個案編號。',
    home: '返回首頁',
    another: '提交另一宗查詢',
  },
  kids: {
    title: '請家長幫忙',
    text: '遇到問題時，請家長離開兒童模式，再聯絡我們。',
  },
}

export type ContactText = typeof contact

declare module '../texts.ts' {
  interface Texts {
    contact: ContactText
  }
}
