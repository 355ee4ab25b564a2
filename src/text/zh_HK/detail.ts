import { languages } from './languages.ts'

/** The program detail overlay and the hover card. */
export const detail = {
  close: '關閉',
  loading: '節目資料載入中',
  failed: '未能載入節目資料，請稍後再試。',
  missing: '找不到這個節目，可能已經下架。',
  failedForKids: '找不到這個節目，看看其他好看的節目吧！',
  play: '播放',
  resume: (clock: string) => `續看 ${clock}`,
  resumeEpisode: (n: number, season: number) => `續看${season > 1 ? `第 ${season} 季` : ''}第 ${n} 集`,
  playNext: (n: number, season: number) => `播放${season > 1 ? `第 ${season} 季` : ''}第 ${n} 集`,
  watched: '已看',
  watchedTo: (clock: string) => `看到 ${clock}`,
  episodesSeen: (count: number, seen: number) => `全 ${count} 集，已看 ${seen} 集`,
  trailer: '預告片',
  share: '分享',
  /** Where the device cannot share: the link is copied. */
  shared: { done: '已複製連結', failed: '未能複製連結' },
  more: '詳情',
  preparing: '準備中',
  preparingText: '節目準備中，完成後即可觀看。',
  previewOf: (clock: string) => `預告片 ${clock}`,
  unavailable: '暫時未能觀看',
  votes: (count: string) => `${count} 人評分`,
  demoClip: (length: string) => `示範短片，${length}`,
  classStrip: '只准十八歲或以上人士觀看。',
  director: '導演',
  actor: '演員',
  type: '類型',
  class: '級別',
  className: {
    I: '第\u00a0I\u00a0級',
    IIA: '第\u00a0IIA\u00a0級',
    IIB: '第\u00a0IIB\u00a0級',
    III: '第\u00a0III\u00a0級',
  },
  languages,
  subtitles: (langs: string) => `${langs}字幕`,
  listJoin: '、',
  unfold: '展開簡介',
  fold: '收起簡介',
  episodes: '集數',
  episode: (n: number) => `第 ${n} 集`,
  episodeCount: (count: number) => `全 ${count} 集`,
  seasons: '季數',
  allEpisodes: (count: number) => `展開全部 ${count} 集`,
  fewerEpisodes: '收起集數',
  range: (from: number, to: number) => `${from}–${to}`,
  ranges: '集數範圍',
  playEpisode: (n: number, title: string) => `播放第 ${n} 集　${title}`,
  similar: { movie: '相似電影', drama: '相似劇集', any: '相似節目' },
  similarNone: '沒有相似節目',
  similarFailed: '暫時未能載入相似節目',
  retry: '重試',
  previousPage: '上一頁',
  nextPage: '下一頁',
  mute: '預告片靜音',
  unmute: '開啟預告片聲音',
}

export type DetailText = typeof detail

/** The dialog with a title's content warning, before its first play in a session. */
export const contentWarning = {
  title: '內容提示',
  go: '繼續',
  back: '返回',
  close: '關閉',
}

export type ContentWarningText = typeof contentWarning

declare module '../texts.ts' {
  interface Texts {
    detail: DetailText
    contentWarning: ContentWarningText
  }
}
