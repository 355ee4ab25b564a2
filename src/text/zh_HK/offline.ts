/** The page that the service worker shows in place of one that cannot be loaded. */
export const offline = {
  title: '網絡已中斷',
  text: '請檢查網絡。恢復連線後，此頁會自動重新載入。',
  retry: '重試',
}

export type OfflineText = typeof offline
