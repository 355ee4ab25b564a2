import { PATHS } from '#web/viewer/navigation/paths.ts'
import { account, route, setup } from './site-route.ts'

/** One chunk, imported in one place: each place costs the first page some bytes. */
const library = () => import('../screens/library-pages.tsx')

/** The screens of the member's library, in the account. */
export const LIBRARY_ROUTES = [
  route({
    name: 'SetupFavorite',
    path: PATHS.setupFavorite,
    title: 'SetupFavorite',
    ...account,
    screen: setup(async () => (await library()).FavoriteScreen),
  }),
  route({
    name: 'SetupWatched',
    path: PATHS.setupWatched,
    title: 'SetupWatched',
    ...account,
    screen: setup(async () => (await library()).WatchedScreen),
  }),
  route({
    name: 'SetupRecommend',
    path: PATHS.setupRecommend,
    title: 'SetupRecommend',
    ...account,
    screen: setup(async () => (await library()).RecommendScreen),
  }),
] as const
