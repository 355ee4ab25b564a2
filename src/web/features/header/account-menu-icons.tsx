import { icon } from '#web/ui/icons.tsx'

export const PersonIcon = icon(
  <path d="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.6-3.6 3.6-5.5 7.5-5.5s6.9 1.9 7.5 5.5" />,
)
export const CreditIcon = icon(<path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM10 8.5h4M10 15.5h4M12 8.5v7" />)
export const TicketIcon = icon(<path d="M4 7h16v3.5a1.5 1.5 0 0 0 0 3V17H4v-3.5a1.5 1.5 0 0 0 0-3ZM14 7v10" />)
export const PencilIcon = icon(<path d="M4 20l1-4L16 5l3 3L8 19ZM13.5 7.5l3 3" />)
export const LogoutIcon = icon(<path d="M14 4H5v16h9M10 12h11M17.5 8.5 21 12l-3.5 3.5" />)
