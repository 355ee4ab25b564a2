/** What went wrong in the browser itself; a refusal of the server brings its own sentence. */
export const errors = {
  network: '網絡錯誤，請檢查網絡。',
  fault: (code: string) => `系統發生問題，與您的網絡無關。請重試；如仍未解決，請提供編號 ${code}。`,
  notFound: '找不到此頁面，已返回首頁。',
  title: '系統錯誤',
  text: '此頁面出現問題，請重新載入。',
  reload: '重新載入',
  chunkTitle: '未能載入此頁面',
  chunkText: '請檢查網絡連線，然後再試。',
  code: (code: string) => `錯誤編號 ${code}`,
}

export type ErrorsWebText = typeof errors
