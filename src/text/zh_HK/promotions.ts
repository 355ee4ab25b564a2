/** The promoted collections. */
export const promotions = {
  label: '專輯',
  gate: {
    login: {
      title: '登入後開啟此專輯',
      text: '此專輯只供成人觀看，須登入並輸入家長密碼。',
      action: '登入',
    },
    code: {
      title: '此專輯已上鎖',
      text: '此專輯只供成人觀看，輸入家長密碼後可解鎖 30 分鐘。',
      action: '輸入家長密碼',
    },
  },
}

export type PromotionsText = typeof promotions

declare module '../texts.ts' {
  interface Texts {
    promotions: PromotionsText
  }
}
