/** The promoted collections. */
export const promotions = {
  label: '專題',
  gate: {
    login: {
      title: '登入後開啟此專題',
      text: '此專題只供成人觀看，須登入並輸入家長密碼。',
      action: '登入',
    },
    code: {
      title: '此專題已上鎖',
      text: '此專題只供成人觀看，輸入家長密碼後可解鎖 30 分鐘。',
      action: '輸入家長密碼',
    },
  },
}

export type PromotionsText = typeof promotions

/** The ads of home. */
export const ads = {
  label: '推廣',
  open: { drama: '立即觀看', product: '查看貨品', category: '查看專題', register: '立即註冊', url: '了解詳情' },
  outside: (host: string) => `前往 ${host}`,
}

export type AdsText = typeof ads

declare module '../texts.ts' {
  interface Texts {
    promotions: PromotionsText
    ads: AdsText
  }
}
