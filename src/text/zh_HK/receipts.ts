/** A receipt and its refund notes: shown in both languages side by side, whichever the reader has chosen. */
export const receipts = {
  title: '收據',
  number: '收據編號',
  order: '訂單編號',
  issuedAt: '發出日期',
  item: '項目',
  amount: '金額',
  total: '總額',
  provider: '付款方式',
  reference: '付款機構參考編號',
  refunds: '退款',
  note: '退款通知編號',
  openRefund: {
    pending: '退款處理中',
    awaiting_claim: '退款待領取',
    returned: '退款未有領取，款項已退回本服務，請聯絡我們。',
  },
  claim: '領取退款',
  claimText: '退款以領取連結發出，請選擇收款方式。此連結只供你本人使用。',
  print: '列印',
  back: '返回付款紀錄',
  failed: '暫時未能載入收據',
  unknown: '找不到這張收據',
  unknownText: '收據在付款完成後發出。',
  timeZone: '香港時間',
}

export type ReceiptsText = typeof receipts
