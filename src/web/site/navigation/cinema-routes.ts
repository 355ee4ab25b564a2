import { PATHS } from '#web/viewer/navigation/paths.ts'
import { account, lazy, route, setup, tab } from './site-route.ts'

/** One chunk, imported in one place: each place costs the first page some bytes. */
const cinema = () => import('../screens/cinema-pages.ts')

/** Cinema information, and the member's seats. */
export const CINEMA_ROUTES = [
  route({
    name: 'Cinema',
    path: PATHS.cinema,
    title: 'Cinema',
    tabId: '9',
    ...tab,
    screen: lazy(async () => (await cinema()).CinemaScreen),
  }),
  route({
    name: 'SetupTickets',
    path: PATHS.setupTickets,
    title: 'SetupTickets',
    ...account,
    screen: setup(async () => (await cinema()).TicketsScreen),
  }),
] as const
