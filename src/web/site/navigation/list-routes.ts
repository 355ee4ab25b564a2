import { PATHS } from '#web/viewer/navigation/paths.ts'
import { lazy, route } from './site-route.ts'

/** Lists of titles besides the tabs: one category, a promoted collection, and search. */
export const LIST_ROUTES = [
  route({
    name: 'RollingCategory',
    path: PATHS.rolling,
    title: 'RollingCategory',
    delayed: true,
    kids: true,
    screen: lazy(async () => (await import('#web/features/categories/rolling-screen.tsx')).RollingScreen),
  }),
  route({
    name: 'PromoteCategory',
    path: PATHS.promote,
    title: 'PromoteCategory',
    art: true,
    screen: lazy(async () => (await import('#web/features/categories/promote-screen.tsx')).PromoteScreen),
  }),
  route({
    name: 'Search',
    path: PATHS.search,
    title: 'Search',
    screen: lazy(async () => (await import('../screens/search-page.tsx')).SearchPage),
  }),
] as const
