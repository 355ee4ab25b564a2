import { useId } from 'react'
import styles from './gift-card-art.module.css'

export interface GiftCardArtProps {
  /** The brand, bottom left. */
  name: string
  /** What it is worth, bottom right: HK$200. */
  value?: string
}

/** Where the towers stand and how high they are, left to right. */
const TOWERS = [
  [0, 40],
  [22, 62],
  [46, 34],
  [66, 84],
  [92, 52],
  [232, 70],
  [256, 44],
  [280, 96],
  [308, 58],
  [334, 76],
  [360, 42],
  [388, 64],
] as const
const WATERLINE = 176

/** A gift card, drawn: a junk that comes home over the night harbour (DESIGN, picture 17). */
export function GiftCardArt({ name, value }: GiftCardArtProps) {
  const id = useId()
  return (
    <div className={styles.card} aria-hidden="true">
      <svg className={styles.art} viewBox="0 0 428 270" preserveAspectRatio="xMidYMid slice" focusable="false">
        <defs>
          <linearGradient id={`${id}sky`} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#111638" />
            <stop offset=".62" stopColor="#2b2f66" />
            <stop offset="1" stopColor="#0b1030" />
          </linearGradient>
          <radialGradient id={`${id}moon`}>
            <stop offset="0" stopColor="#fff0c4" />
            <stop offset="1" stopColor="#f2a541" />
          </radialGradient>
          <linearGradient id={`${id}sail`} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#ff8a70" />
            <stop offset="1" stopColor="#e8503a" />
          </linearGradient>
        </defs>
        <rect width="428" height="270" fill={`url(#${id}sky)`} />
        <circle cx="300" cy="96" r="86" fill="#ffd58a" opacity=".13" />
        <circle cx="300" cy="96" r="54" fill={`url(#${id}moon)`} />
        <g fill="#0a0f2c">
          {TOWERS.map(([x, height]) => (
            <rect key={x} x={x} y={WATERLINE - height} width="20" height={height} />
          ))}
        </g>
        <g fill="#ffd58a" opacity=".7">
          {TOWERS.map(([x, height]) => (
            <path
              key={x}
              d={`M${x + 4} ${WATERLINE - height + 8}h3v4h-3zM${x + 12} ${WATERLINE - height + 20}h3v4h-3z`}
            />
          ))}
        </g>
        <rect y={WATERLINE} width="428" height={270 - WATERLINE} fill="#090d26" />
        <path d="M138 76c30 22 44 52 46 84h-56c8-26 12-54 10-84z" fill={`url(#${id}sail)`} />
        <path d="M137 104h32M134 128h45" stroke="#7d2418" strokeWidth="4" fill="none" />
        <g strokeLinecap="round" strokeWidth="5" fill="none">
          <path d="M104 168h104" stroke="#ff8a70" />
          <path d="M122 184h70" stroke="#ff8a70" opacity=".6" />
          <path d="M136 198h40" stroke="#ff8a70" opacity=".35" />
          <path d="M262 190h76" stroke="#f2a541" opacity=".6" strokeWidth="3" />
        </g>
      </svg>
      <span className={styles.foot}>
        <span className={styles.name}>{name}</span>
        {value ? <span className={styles.value}>{value}</span> : null}
      </span>
    </div>
  )
}
