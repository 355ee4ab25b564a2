import { lazyScreen } from '#web/kit/lazy-screen.tsx'

export const CLOSING = lazyScreen(async () => (await import('#web/features/account/closing-screen.tsx')).ClosingScreen)

export const SEARCH_BUTTON = lazyScreen(
  async () => (await import('#web/features/search/search-button.tsx')).SearchButton,
)

/** Layers over a screen, each in a chunk of its own. */
export const UNLOCK_BADGE = lazyScreen(
  async () => (await import('#web/features/parental/unlock-badge.tsx')).UnlockBadge,
)
export const LOGIN_PROMPT = lazyScreen(async () => (await import('../session/login-prompt.tsx')).LoginPrompt)
export const LINK_CLAIM = lazyScreen(async () => (await import('../session/link-claim-dialog.tsx')).LinkClaimDialog)
export const PARENTAL = lazyScreen(
  async () => (await import('#web/features/parental/parental-dialog.tsx')).ParentalDialog,
)
export const CONTENT_WARNING = lazyScreen(
  async () => (await import('#web/features/content-warning/content-warning-dialog.tsx')).ContentWarningDialog,
)
export const PURCHASE = lazyScreen(
  async () => (await import('#web/features/rentals/purchase-dialog.tsx')).PurchaseDialog,
)
export const DETAIL = lazyScreen(async () => (await import('./detail-layer.tsx')).DetailLayer)
export const FAVORITES_ROW = lazyScreen(
  async () => (await import('#web/features/favorites/favorites-row.tsx')).FavoritesRow,
)
export const PURCHASED_ROW = lazyScreen(
  async () => (await import('#web/features/rentals/purchased-row.tsx')).PurchasedRow,
)
export const AD = lazyScreen(async () => (await import('#web/features/ads/full-screen-ad.tsx')).FullScreenAd)
export const SYSTEM_ERROR = lazyScreen(async () => (await import('./system-error-dialog.tsx')).SystemErrorDialog)
export const POPUP = lazyScreen(async () => (await import('#web/features/ads/popup-ad.tsx')).PopupAd)
export const FAVORITE = lazyScreen(
  async () => (await import('#web/features/favorites/favorite-button.tsx')).FavoriteButton,
)
export const MERGE = lazyScreen(async () => (await import('#web/features/history/merge-dialog.tsx')).MergeDialog)
export const HOVER_CARD = lazyScreen(async () => (await import('#web/features/hover-card/hover-card.tsx')).HoverCard)
