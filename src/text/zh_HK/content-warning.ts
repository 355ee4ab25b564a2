/** The dialog with a title's content warning, before its first play in a session. */
export const contentWarning = {
  title: '觀看提示',
  go: '繼續播放',
  back: '返回',
  close: '關閉',
}

export type ContentWarningText = typeof contentWarning

declare module '../texts.ts' {
  interface Texts {
    contentWarning: ContentWarningText
  }
}
