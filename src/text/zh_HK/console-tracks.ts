/** Audio and subtitles of what a title plays. */
export const consoleTracks = {
  title: '聲軌及字幕',
  kinds: { audio: '聲軌', subtitle: '字幕' },
  languageOf: (track: string) => `${track}的語言代號`,
  languageHint: { audio: 'yue、cmn 或 en', subtitle: 'zh-Hant 或 en' },
  nameOf: (track: string) => `${track}的名稱`,
  nameHint: '不填則用語言名稱',
  isDefault: '預設',
  defaultOf: (track: string) => `預設播放${track}`,
  stereo: '立體聲',
  remove: '移除',
  removeOf: (track: string) => `移除${track}`,
  keep: '保留',
  keepOf: (track: string) => `保留${track}`,
  willGo: '將會移除',
  choose: '加入檔案',
  chooseHint: '音訊檔或影片檔（取其聲音），字幕可用 SRT、VTT、ASS、TTML。聲音須與影片一樣長，畫面不會重新轉碼。',
  sent: (sent: string, total: string) => `${sent}，共 ${total}`,
  states: { uploading: '上載中', failed: '已停止', offline: '等候連線', complete: '已收妥' },
  offline: '連線中斷，恢復後會自動由中斷處接續。',
  resume: '繼續',
  resumeOf: (file: string) => `繼續上載 ${file}`,
  discard: '取消上載',
  discardOf: (file: string) => `取消上載 ${file}`,
  save: '套用更改',
  reset: '還原',
  problems: {
    unchanged: '',
    uploading: '檔案全部收妥後即可套用。',
    language: '請填寫每條軌道的語言代號。',
    twice: '同一語言只可有一條字幕，請移除其中一條。',
    lastAudio: '影片會沒有聲音，請先加入另一條聲軌。',
  },
  removeTitle: (count: number) => `移除 ${count} 條軌道？`,
  removeText: (tracks: string) =>
    `觀眾將不能再選用：${tracks}。播放中的不受影響；現有版本會保留七日，期間可在「曾用檔案」換回。`,
  removeAndSave: '移除並套用',
  started: '已開始處理，完成後觀眾即可選用。',
  done: '軌道已更改，觀眾現在可以選用。',
  underWay: '更改完成前不能再改。',
}

export type ConsoleTracksText = typeof consoleTracks

declare module '../texts.ts' {
  interface Texts {
    consoleTracks: ConsoleTracksText
  }
}
