import { icon } from '#web/ui/icons.tsx'

const TEN = (
  <text
    x="12"
    y="16"
    textAnchor="middle"
    fontSize="8.5"
    fontWeight="800"
    fill="currentColor"
    stroke="none"
    fontFamily="var(--font-num)"
  >
    10
  </text>
)

export const Back10Icon = icon(
  <>
    <path d="M8 3.5 4.5 7 8 10.5M5 7h7.5a7 7 0 1 1-6.6 9.3" />
    {TEN}
  </>,
)
export const Forward10Icon = icon(
  <>
    <path d="M16 3.5 19.5 7 16 10.5M19 7h-7.5a7 7 0 1 0 6.6 9.3" />
    {TEN}
  </>,
)
export const NextIcon = icon(
  <path d="M5 4.6c0-.9 1-1.4 1.7-.9L16 10.6V4.5h3v15h-3v-6.1l-9.3 6.9c-.7.5-1.7 0-1.7-.9Z" />,
  true,
)
export const PreviousIcon = icon(
  <path d="M19 4.6c0-.9-1-1.4-1.7-.9L8 10.6V4.5H5v15h3v-6.1l9.3 6.9c.7.5 1.7 0 1.7-.9Z" />,
  true,
)
export const SkipIcon = icon(
  <path d="M3 6.2c0-.8.9-1.3 1.6-.8L12 10.6V6.2c0-.8.9-1.3 1.6-.8l8 5.8c.5.4.5 1.2 0 1.6l-8 5.8c-.7.5-1.6 0-1.6-.8v-4.4l-7.4 5.2c-.7.5-1.6 0-1.6-.8Z" />,
  true,
)
export const ListIcon = icon(<path d="M9 6h11M9 12h11M9 18h11M4.5 6v.1M4.5 12v.1M4.5 18v.1" />)
export const SubtitlesIcon = icon(<path d="M3 5.5h18v13H3zM10 10.5a2 2 0 1 0 0 3M17 10.5a2 2 0 1 0 0 3" />)
export const QualityIcon = icon(
  <path d="M4 7h7M17 7h3M4 17h3M13 17h7M14 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM10 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z" />,
)
export const SpeedIcon = icon(<path d="M4.5 18a9 9 0 1 1 15 0M12 13l4-4.5" />)
export const PipIcon = icon(
  <>
    <path d="M3 5h18v14H3z" />
    <path d="M12.5 11.5h5v4h-5z" fill="currentColor" />
  </>,
)
export const FullscreenIcon = icon(<path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />)
export const ExitFullscreenIcon = icon(<path d="M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5" />)
export const ReplayIcon = icon(<path d="M8 3.5 4.5 7 8 10.5M5 7h7.5a7 7 0 1 1-6.6 9.3" />)
