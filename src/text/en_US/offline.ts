import type { OfflineText } from '../zh_HK/offline.ts'

/** The page that the service worker shows in place of one that cannot be loaded. */
export const offline = {
  title: 'You’re offline',
  text: 'Check your network. This page reloads when you reconnect.',
  retry: 'Try again',
} satisfies OfflineText
