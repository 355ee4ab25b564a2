/** What a viewer may do with a title: the button, and why there is none. */
export const access = {
  play: { free: '免費播放' },
  login: '登入後觀看',
  parental: '輸入家長密碼後觀看',
  deny: {
    REGION_REFUSED: '此節目不在你所在的地區提供。',
    WINDOW_CLOSED: '此節目現時不在上架期內。',
    KIDS_REFUSED: '此節目不在兒童模式中提供。',
    CLASS_REFUSED: '此節目為第 III 級，不在兒童模式中提供。',
    PREPARING: '影片準備中，完成後即可觀看。',
    NOT_ON_SALE: '此節目尚未開售。',
  },
}

export type AccessText = typeof access
