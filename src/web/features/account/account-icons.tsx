import { icon } from '#web/ui/icons.tsx'

export const PersonIcon = icon(
  <path d="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.6-3.6 3.6-5.5 7.5-5.5s6.9 1.9 7.5 5.5" />,
)
export const PeopleIcon = icon(
  <path d="M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.5 19.5c.5-3 3-4.5 6.5-4.5s6 1.5 6.5 4.5M15.5 5.2a3.5 3.5 0 0 1 0 6.6M18 15.3c2 .6 3.2 2 3.5 4.2" />,
)
export const BellIcon = icon(<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15ZM10 21h4" />)
export const PencilIcon = icon(<path d="M4 20l1-4L16 5l3 3L8 19ZM13.5 7.5l3 3" />)
export const SlidersIcon = icon(
  <path d="M4 8h8M18 8h2M15 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM4 16h2M12 16h8M9 13.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z" />,
)
export const ShieldIcon = icon(<path d="M12 3l7.5 2.8v5.4c0 4.6-3 7.8-7.5 9.8-4.5-2-7.5-5.2-7.5-9.8V5.8Z" />)
export const LogoutIcon = icon(<path d="M14 4H5v16h9M10 12h11M17.5 8.5 21 12l-3.5 3.5" />)
export const LaptopIcon = icon(<path d="M5 5h14v10H5zM2.5 19h19" />)
export const InfoIcon = icon(<path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v5.5M12 7.6v.1" />)
export const ClockIcon = icon(<path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5.3l3.5 2" />)
