/** The field of an image that goes with a form. */
export const images = {
  choose: '選擇圖片',
  limits: (max: string) => `JPEG、PNG 或 WebP，${max} 以內`,
  replace: '更換',
  remove: '移除',
  cancel: '取消上載',
  retry: '重試',
  alt: '已上載的圖片',
  sending: (percent: number) => `上載中　${percent}%`,
  processing: '處理中',
  uploaded: (size: string) => `已上載　${size}`,
  metadataRemoved: '已移除位置等附帶資料',
  removed: '已移除圖片。',
  failed: '上載未完成',
  tooLarge: (size: string, max: string) => `這張圖片有 ${size}，上限為 ${max}，請改用較小的圖片。`,
  wrongType: '請選擇 JPEG、PNG 或 WebP 圖片。',
  gone: '這張圖片已刪除，請重新上載。',
}

export type ImagesText = typeof images

declare module '../texts.ts' {
  interface Texts {
    images: ImagesText
  }
}
