import { PATHS } from '#web/viewer/navigation/paths.ts'
import { account, lazy, route, setup, tab } from './site-route.ts'

const cinema = () => import('../screens/cinema-pages.ts')

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
