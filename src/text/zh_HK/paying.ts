import { closeHan } from '../close-han.ts'
import { paymentKinds } from './payment-kinds.ts'

/** The kinds of payment, and paying by QR code: what top-up and plans share. */
export const paying = {
  providers: paymentKinds,
  anotherDevice: '用另一部裝置掃描',
  qr: {
    title: (provider: string) => closeHan(`以 ${provider} 付款`),
    steps: (provider: string) => [closeHan(`在手提電話開啟 ${provider}`), '掃描二維碼', '核對金額並確認付款'],
    stepsElsewhere: (provider: string) => [closeHan(`用另一部裝置的 ${provider} 掃描此二維碼`), '核對金額並確認付款'],
    image: (provider: string) => closeHan(`${provider} 付款二維碼`),
    amount: '應付金額',
    order: '訂單編號',
    expires: (time: string) => `付款時限尚餘 ${time}`,
    expired: '二維碼已失效',
    expiredText: '如已付款，請檢查狀態；否則請重新開始。',
    waiting: '正在等待付款，完成後會自動繼續',
    check: '已付款？檢查狀態',
    open: (provider: string) => closeHan(`開啟 ${provider}`),
    close: '關閉',
    again: '重新開始',
    sandbox: '開啟沙盒的付款頁',
  },
  copy: { label: '複製編號', done: '已複製', failed: '未能複製，請自行選取。' },
  progress: {
    label: '進度',
    done: '已完成',
    placed: '訂單已建立',
    waiting: (provider: string) => closeHan(`等待 ${provider} 確認`),
    delivered: (item: string) => `完成後：${item}`,
  },
}

export type PayingText = typeof paying
