/** The ads of home. */
export const ads = {
  label: '推廣',
  open: { drama: '立即觀看', product: '查看商品', category: '查看專輯', register: '立即註冊', url: '了解詳情' },
  outside: (host: string) => `前往 ${host}`,
}

export type AdsText = typeof ads

declare module '../texts.ts' {
  interface Texts {
    ads: AdsText
  }
}
