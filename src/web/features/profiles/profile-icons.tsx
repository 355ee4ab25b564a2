import { icon } from '#web/ui/icons.tsx'

export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
export const PencilIcon = icon(<path d="M4 20l1-4L16.5 4.5l3 3L8 19ZM14 7l3 3" />)
export const LogoutIcon = icon(<path d="M10 4H4.5v16H10M14.5 8l4 4-4 4M9 12h9.5" />)
export const ShieldIcon = icon(<path d="M12 3 5 5.5v6c0 4.5 3 7.5 7 9.5 4-2 7-5 7-9.5v-6Z" />)
