export { FavoriteScreen } from '#web/features/library/favorite-screen.tsx'
export { RecommendScreen } from '#web/features/library/recommend-screen.tsx'
export { WatchedScreen } from '#web/features/library/watched-screen.tsx'
