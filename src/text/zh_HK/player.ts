import { languages } from './languages.ts'

/** The player. */
export const player = {
  languages,
  /** Read aloud as the name of the whole player. */
  region: (title: string) => `播放器：${title}`,
  /** The page title; `part` is the episode or 預告片. */
  pageTitle: (title: string, part: string) => `觀看《${title}》${part}`,
  back: '返回',
  play: '播放',
  pause: '暫停',
  replay: '從頭再播',
  share: '分享',
  /** Where the device cannot share: the link is copied. */
  shared: { done: '已複製連結', failed: '未能複製連結' },
  similar: '相似節目',
  loading: '載入中',
  skipBack: (seconds: number) => `後退 ${seconds} 秒`,
  skipForward: (seconds: number) => `前進 ${seconds} 秒`,
  next: '下一集',
  previous: '上一集',
  mute: '靜音',
  unmute: '取消靜音',
  volume: '音量',
  volumeValue: (percent: number) => `${percent}%`,
  seek: '播放進度',
  seekValue: (at: string, whole: string) => `${at}，全長 ${whole}`,
  episodes: '集數',
  episodeList: '選擇集數',
  episode: (n: number) => `第 ${n} 集`,
  /** An episode without a title of its own is called by its number. */
  episodeTitled: (n: number, title: string) =>
    title && title !== `第 ${n} 集` ? `第 ${n} 集　${title}` : `第 ${n} 集`,
  playing: '播放中',
  preparing: '準備中',
  trailer: '預告片',
  fullscreen: '全螢幕',
  exitFullscreen: '離開全螢幕',
  pip: '畫中畫',
  cast: '在其他螢幕播放',
  airplay: '以 AirPlay 播放',
  subtitles: '字幕',
  subtitlesOff: '關閉字幕',
  /** How subtitles look. */
  looks: {
    second: '第二字幕',
    noSecond: '不顯示',
    size: '字幕大小',
    sizes: { small: '小', medium: '中', large: '大', huge: '特大' },
    background: '字幕背景',
    backgrounds: { none: '無', soft: '半透明', solid: '黑色' },
  },
  audio: '聲音',
  stereo: '立體聲',
  surround: (channels: string) => `環迴聲 ${channels}`,
  quality: '畫質',
  speed: '速度',
  speedValue: (rate: number) => `${rate} 倍`,
  auto: '自動',
  autoHint: '按網速調節',
  medium: '中等',
  mediumHint: '最高 720p',
  save: '節省數據',
  saveHint: '最高 480p',
  mbps: (value: string) => `每秒最多 ${value} Mb`,
  unplayable: '裝置不支援',
  skipOpening: '略過片頭',
  openingOf: (title: string) => `${title}：片頭`,
  nextIn: (seconds: number) => `下一集　${seconds} 秒後播放`,
  playNow: '立即播放',
  stillWatching: {
    title: '仍在觀看嗎？',
    text: (n: number) => `已連續播放 ${n} 集，期間沒有任何操作。`,
    go: '繼續觀看',
  },
  heldSpeed: (rate: number) => `${rate} 倍速`,
  cancel: '取消',
  fromStart: '從頭觀看',
  clickToPlay: '按此播放',
  reconnecting: '網絡不穩，正在重新連線',
  shortcuts: '鍵盤快捷鍵',
  close: '關閉',
  keys: {
    toggle: '播放或暫停',
    skip: '後退或前進 10 秒',
    volume: '音量',
    mute: '靜音',
    fullscreen: '全螢幕',
    subtitles: '字幕開關',
    episodes: '下一集、上一集',
    jump: '跳到 0% 至 90%',
    speed: '減慢、加快',
    help: '顯示此清單',
    space: '空白鍵',
  },
  classNotice: {
    I: '適合任何年齡人士觀看',
    IIA: '兒童不宜',
    IIB: '青少年及兒童不宜',
    III: '只准十八歲或以上人士觀看',
  },
  /** The gate of a film that was opened by its address. */
  gate: {
    login: { title: '請先登入', text: '登入後即可觀看此節目。', go: '登入' },
    parentalCode: {
      title: '需要家長密碼',
      text: '此節目為第\u00a0III\u00a0級，輸入四位數字家長密碼後即可觀看。',
      go: '輸入家長密碼',
    },
    preview: '試看',
    /** By what the title is offered for. */
    buy: {
      rental: { title: '租看此節目', text: '租看後即可觀看，確認前會列出所需點數。', go: '查看租看詳情' },
      plan: { title: '以通行證觀看', text: '此節目包括在每月通行證內，訂閱後即可觀看。', go: '查看通行證' },
      ticket: { title: '以換領券觀看', text: '使用換領券後即可觀看，確認前會列出所需張數。', go: '查看換領券詳情' },
    },
  },
  failure: {
    code: (code: string) => `錯誤編號 ${code}`,
    /** The id of a fault in the server's log, beside the code. */
    reference: (id: string) => `查詢編號 ${id}`,
    retry: '重試',
    leave: '返回',
    /** Beside the code: to the help centre's page about it. */
    help: '查看解決方法',
    at: (rung: string) => `以 ${rung} 播放`,
    network: { title: '網絡連線中斷', text: '網絡已中斷，恢復連線後會自動繼續播放。' },
    /** The browser has a network, and our service does not answer. */
    unreachable: '暫時未能連接服務，恢復後會自動繼續播放。',
    server: {
      title: '我們的系統出現問題',
      text: '與你的網絡無關。請稍後重試；如問題持續，請聯絡我們並提供以下編號。',
    },
    forbidden: { title: '播放授權已過期', text: '請重試；如仍未能播放，請返回並重新開啟節目。' },
    missing: { title: '找不到影片檔案', text: '請稍後再試。如問題持續，請聯絡我們並提供錯誤編號。' },
    key: { title: '未能播放此節目', text: '請重試。' },
    decode: { title: '播放失敗', text: '你的裝置未能解碼此影片，請重試或選擇較低畫質。' },
    format: { title: '你的裝置不支援 HEVC 4K', text: '請選擇較低畫質繼續觀看。' },
    formatOnly: { title: '你的裝置不支援 HEVC 4K', text: '此節目沒有其他畫質，請使用支援 HEVC 的裝置觀看。' },
    browser: { title: '此瀏覽器不支援播放', text: '請使用最新版本的 Chrome、Edge、Firefox 或 Safari。' },
    streams: {
      title: '同時觀看的裝置已達上限',
      text: '請停止其中一部裝置的播放，即可在此觀看。',
      list: '正在播放的裝置',
      here: (device: string) => `${device}（本裝置）`,
      since: (time: string) => `${time} 開始`,
      stop: '停止播放',
      stopOf: (device: string) => `停止 ${device} 的播放`,
    },
    stopped: { title: '已由另一部裝置停止播放', text: '如要繼續在此觀看，請重試。' },
    refused: { title: '未能播放', text: '此節目暫時未能播放。' },
    /** In place of `detail.text` while the browser has a network. */
    unanswered: '暫時未能連接服務，請重試。',
    detail: { title: '暫時未能載入節目資料', text: '網絡錯誤，請檢查網絡。' },
    unknown: { title: '找不到此節目', text: '節目可能已下架，或連結有誤。' },
  },
}

export type PlayerText = typeof player

declare module '../texts.ts' {
  interface Texts {
    player: PlayerText
  }
}
