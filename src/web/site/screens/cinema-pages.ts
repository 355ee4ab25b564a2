export { CinemaScreen } from '#web/features/cinema/cinema-screen.tsx'
export { TicketsScreen } from '#web/features/cinema/tickets-screen.tsx'
