/** Redeeming a code: the screens, what a code gives, and what became of it. */
export const redeem = {
  title: '兌換',
  text: '禮品卡、優惠碼、月費碼及分享碼都在這裏輸入。確認前會先顯示內容。',
  textTelecom: '換領券及戲票的兌換碼在這裏輸入。確認前會先顯示內容。',
  preview: '查看內容',
  visitor: '查看內容前須先登入，你輸入的兌換碼會保留。',
  gives: '你會得到',
  before: '確認後才會存入',
  kind: (name: string) => `種類：${name}`,
  kinds: {
    redeem: '兌換碼',
    promotion: '優惠碼',
    giftcard: '禮品卡',
    plan: '月費碼',
    partner: '夥伴兌換碼',
    sharing: '分享碼',
  },
  /** This account has redeemed it before. */
  repeated: {
    title: (when: string) => `你已於 ${when} 使用這個兌換碼`,
    text: '當時所得的內容如下，不會再次存入。',
  },
  now: '現有',
  after: '兌換後',
  credits: (n: string) => `${n} 點`,
  confirm: '確認兌換',
  another: '使用另一個兌換碼',
  once: '每個帳戶只可兌換一次，存入後不能轉讓或退回。',
  account: (number: string) => `會存入帳戶 ${number}。`,
  done: {
    kicker: '兌換成功',
    title: (what: string) => `已存入 ${what}`,
    toWallet: '查看點數',
    toSetup: '查看帳戶',
    watch: '開始觀看',
    another: '再兌換一個',
  },
  monthly: {
    kicker: '月費兌換',
    headline: ['有月費碼', '即可開始觀看'],
    lead: '以兌換碼取得通行證月份，毋須付款，亦不會自動續期。',
    steps: '三步完成',
    stepList: [
      { title: '登入', text: '以手提電話號碼登入；未有帳戶，註冊只需幾分鐘。' },
      { title: '輸入月費碼', text: '先顯示包括多少個月及何時到期。' },
      { title: '確認', text: '通行證立即生效；如已有月費計劃，會在現有計劃之後開始。' },
    ],
    login: '登入並輸入月費碼',
    enter: '輸入月費碼',
    title: '輸入月費碼',
    text: '確認前會先顯示通行證的月數及到期日。',
    explain: '月費碼是甚麼？',
  },
}

export type RedeemText = typeof redeem

declare module '../texts.ts' {
  interface Texts {
    redeem: RedeemText
  }
}
