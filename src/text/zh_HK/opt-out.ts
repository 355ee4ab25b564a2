/** The pages of a link that ends marketing. */
export const optOut = {
  title: '取消接收推廣資訊',
  ask: '確定不再接收推廣資訊？',
  askText: '你仍會收到有關帳戶、付款及服務的通知。',
  submit: '取消接收',
  done: '已取消接收',
  doneText: '我們不會再向你發送推廣資訊。已在發送中的電郵可能仍會在數分鐘內送達。',
  again: '如改變主意，可在帳戶的「個人資料」再次開啟。',
  invalid: '連結無效',
  invalidText: '請開啟電郵內的完整連結，或登入後在帳戶的「個人資料」關閉。',
  home: (brand: string) => `前往${brand}`,
}

export type OptOutText = typeof optOut
