import { numbers } from './numbers.ts'

/** Registration in three steps. */
export const registration = {
  numbers,
  title: '註冊',
  pageTitle: (step: string) => `註冊：${step}`,
  progress: '註冊步驟',
  steps: { number: '電話號碼', code: '驗證碼', details: '個人資料' },
  done: '已完成',
  next: '下一步',
  busy: '處理中',
  back: '返回上一步',
  number: {
    title: '建立帳戶',
    text: '輸入手提電話號碼，我們會以短訊發送驗證碼。',
    resumes: '完成後將繼續你剛才的操作。',
    resumesTitle: (title: string) => `完成後即回到《${title}》。`,
    terms: '我已閱讀並同意服務條款',
    privacy: '我已閱讀並同意私隱聲明',
    termsMissing: '請先同意服務條款。',
    privacyMissing: '請先同意私隱聲明。',
    readTerms: '閱讀條款',
    readPrivacy: '閱讀聲明',
    haveAccount: '已有帳戶？',
    login: '立即登入',
  },
  code: {
    title: '輸入短訊驗證碼',
    verified: '此號碼已通過驗證。',
  },
  details: {
    title: '個人資料',
    text: '完成後，登入密碼及家長密碼會以短訊發送給你。',
    name: '姓名',
    email: '電郵地址',
    emailHint: '收據及帳戶通知會發送至此地址。',
    birthday: '出生日期',
    nameHint: '用於收據，以及你的第一個個人檔案。',
    birthdayWhy: '用於核實年齡，例如觀看第\u00a0III\u00a0級節目。',
    genderHint: '用於客戶服務的稱呼，不會公開。',
    gender: '性別',
    genders: { female: '女', male: '男' },
    marketing: '我願意以短訊及電郵接收新節目、優惠及活動的推廣資訊',
    marketingHint: '可選擇不接收，不影響註冊；日後可隨時更改。',
    havePromotion: '有優惠碼？',
    promotion: '優惠碼（選填）',
    promotionHint: '從推廣活動或朋友取得的優惠碼，會在完成註冊時兌換至新帳戶。',
    submit: '完成註冊',
  },
  granted: { title: '帳戶已建立', text: '你的優惠碼已兌換，內容如下。', next: '選擇個人檔案' },
  finished: '帳戶已建立，登入密碼已以短訊發送給你。',
  close: '關閉',
  agreementFailed: '未能載入內容，請檢查網絡後再試。',
}

export type RegistrationText = typeof registration

declare module '../texts.ts' {
  interface Texts {
    registration: RegistrationText
  }
}
