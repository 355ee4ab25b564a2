import { PATHS } from '#web/viewer/navigation/paths.ts'
import { lazy, player, route } from './site-route.ts'

/** One chunk, imported in one place: each place costs the first page some bytes. */
const cinema = () => import('../screens/private-cinema-pages.tsx')

/** The private cinema: what is on sale, buying a screening, and one screening with its player. */
export const PRIVATE_CINEMA_ROUTES = [
  route({
    name: 'PrivateCinema',
    path: PATHS.privateCinema,
    title: 'PrivateCinema',
    tabId: '6',
    screen: lazy(async () => (await cinema()).PrivateCinemaPage),
  }),
  route({
    name: 'PayCinema',
    path: PATHS.payCinema,
    title: 'PayCinema',
    screen: lazy(async () => (await cinema()).PayCinemaPage),
  }),
  route({
    name: 'Private',
    path: PATHS.private,
    title: 'Private',
    screen: lazy(async () => (await cinema()).PrivateScreen),
  }),
  route({
    name: 'PrivatePlay',
    path: PATHS.privatePlay,
    title: 'PrivatePlay',
    ...player,
    kids: false,
    screen: lazy(async () => (await import('#web/features/player/together/together-screen.tsx')).TogetherScreen),
  }),
] as const
