import type { IngestErrorParams, IngestText } from '#contract/ingest.ts'

const of = ({ file }: IngestErrorParams) => (file ? `「${file}」` : '這個檔案')
const gb = (bytes = 0) => `${Math.round(bytes / 1e9)} GB`
const hours = (seconds = 0) => `${Math.round(seconds / 360) / 10} 小時`

const span = (seconds: number) => {
  const minutes = Math.round(seconds / 60)
  if (seconds < 90) return `${Math.round(seconds)} 秒`
  return minutes < 90 ? `${minutes} 分鐘` : `${Math.floor(minutes / 60)} 小時 ${minutes % 60} 分鐘`
}

/** What bringing a film in says to an operator. */
export const ingest: IngestText = {
  errors: {
    NOT_A_FILE: (p) => `${of(p)}不是一般檔案（例如是資料夾、管道或裝置），請提供影片檔案。`,
    UNREADABLE: (p) => `無法讀取${of(p)}，請檢查檔案是否存在及有沒有讀取權限。`,
    EMPTY_FILE: (p) => `${of(p)}是空的。`,
    NOT_A_VIDEO: (p) => `${of(p)}不是我們認識的影片檔案。`,
    POINTS_ELSEWHERE: (p) => `${of(p)}只是指向其他檔案的播放清單，請直接提供影片檔案。`,
    NO_VIDEO: (p) => `${of(p)}沒有畫面，只有聲音或文字。`,
    COVER_ONLY: (p) => `${of(p)}唯一的畫面是一張封面圖片。`,
    TRUNCATED: (p) => `${of(p)}並不完整，在其標明的結尾之前已經中斷。請重新複製或上載。`,
    TOO_LONG: (p) => `${of(p)}標明長 ${hours(p.found)}，最多可處理 ${hours(p.limit)}。`,
    TOO_LARGE: (p) => `${of(p)}標明大小為 ${gb(p.found)}，最多可處理 ${gb(p.limit)}。`,
    TOO_BIG_PICTURE: (p) => `${of(p)}的畫面大於 8K，無法處理。`,
    BAD_SUBTITLE: (p) => `字幕${of(p)}讀不到任何一句字幕，或語言代號不正確（例如應為 zh-Hant、en）。`,
    SOURCE_CHANGED: (p) => `${of(p)}在處理期間被更改了，請重新開始。`,
    DISK_FULL: () => '磁碟空間不足，請騰出空間後再試。',
    TIMEOUT: (p) => `處理${of(p)}的時間過長，已經停止。`,
    ENCODER_FAILED: (p) => `無法為${of(p)}編碼${p.detail ? `：${p.detail}` : '。'}`,
    NO_ENCODER: (p) =>
      `這部電腦的 ffmpeg 未能完成這項工作${p.detail ? `（欠缺 ${p.detail}）` : ''}。請安裝 ffmpeg，或設定 FFMPEG_PATH 及 FFPROBE_PATH。`,
    CANCELLED: () => '已經取消，沒有留下任何檔案。',
  },
  steps: {
    probe: '讀取',
    check: '檢查',
    measure: '量度音量',
    encode: '編碼',
    images: '截取畫面',
    preview: '製作預覽',
    subtitles: '製作字幕',
    publish: '加密及發佈',
  },
  progress: ({ percent, speed, secondsLeft }) =>
    [
      `${percent.toFixed(1)}%`,
      ...(speed === null ? [] : [`${speed.toFixed(2)} 倍速`]),
      ...(secondsLeft === null ? [] : [`尚餘約 ${span(secondsLeft)}`]),
    ].join('　'),
}
