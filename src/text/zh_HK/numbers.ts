/** A mobile number, its region and a code by SMS, wherever they are asked for. */
export const numbers = {
  region: '地區',
  regions: { 852: '香港', 853: '澳門' },
  mobile: '手提電話號碼',
  code: '六位數字驗證碼',
  codeSentTo: '六位數字驗證碼已發送至',
  change: '更改號碼',
  wait: '倒數結束後可重新發送。',
  waitOver: '未收到？可重新發送。',
  waitLate: '仍未收到？可返回重新輸入號碼。',
  resend: '重新發送',
  resent: '驗證碼已重新發送。',
  guard: '我們的職員不會向你索取驗證碼。請勿將驗證碼告訴任何人。',
  tooMany: '嘗試次數過多，請稍後再試。',
  again: (clock: string) => `${clock} 後可再試`,
  haveCode: '已收到驗證碼？輸入驗證碼',
  show: '顯示',
  hide: '隱藏',
  showPassword: '顯示密碼',
  hidePassword: '隱藏密碼',
}

export type NumbersText = typeof numbers

declare module '../texts.ts' {
  interface Texts {
    numbers: NumbersText
  }
}
