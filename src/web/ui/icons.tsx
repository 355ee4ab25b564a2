import type { ReactNode } from 'react'

/** Every icon is decoration beside a word or a label: it is hidden from screen readers. */
export interface IconProps {
  size?: number
}

/** Draws on a 24 px grid with round 2 px strokes. For icons that only one feature needs, call it in that feature. */
export function icon(paths: ReactNode, fill = false) {
  return function Icon({ size = 20 }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill={fill ? 'currentColor' : 'none'}
        stroke={fill ? 'none' : 'currentColor'}
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {paths}
      </svg>
    )
  }
}

export const PlayIcon = icon(
  <path d="M6.5 4.2c0-1 1.1-1.6 1.9-1.1l11.8 7.8c.8.5.8 1.7 0 2.2L8.4 20.9c-.8.5-1.9-.1-1.9-1.1Z" />,
  true,
)
export const PauseIcon = icon(<path d="M6 4.5h4v15H6zM14 4.5h4v15h-4z" />, true)
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />)
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />)
export const ChevronRightIcon = icon(<path d="m9 5 7 7-7 7" />)
export const ChevronLeftIcon = icon(<path d="m15 5-7 7 7 7" />)
export const ChevronDownIcon = icon(<path d="m5 9 7 7 7-7" />)
export const CheckIcon = icon(<path d="m5 13 4.5 4.5L19.5 7" />)
export const FilmIcon = icon(<path d="M4 5h16v14H4zM8 5v14M16 5v14M4 12h4M16 12h4" />)
export const WarningIcon = icon(<path d="M12 4 2.8 19.5h18.4ZM12 10v4.5M12 17.2v.1" />)
export const OfflineIcon = icon(
  <path d="M3 3l18 18M8.5 15.5a5 5 0 0 1 7 0M5 12a10 10 0 0 1 4-2.4M13 9.1A10 10 0 0 1 19 12M12 19.5v.1M2 8.5A15 15 0 0 1 6.5 5.8M10.5 4.6A15 15 0 0 1 22 8.5" />,
)
export const SearchIcon = icon(<path d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16.2 16.2 21 21" />)
export const StarIcon = icon(
  <path d="m12 2.8 2.9 5.9 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.6l6.5-.9Z" />,
  true,
)
export const PhoneIcon = icon(<path d="M7 2.5h10v19H7zM11 18.5h2" />)
export const TvIcon = icon(<path d="M3 5h18v12H3zM8 21h8M12 17v4" />)
export const LockIcon = icon(<path d="M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11" />)
export const VolumeIcon = icon(
  <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" />,
)
export const MutedIcon = icon(<path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5" />)
