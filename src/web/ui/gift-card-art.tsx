import { useId } from 'react'
import styles from './gift-card-art.module.css'

const SCENES = { harbour: HarbourScene, neon: NeonScene, sunrise: SunriseScene } as const

interface SceneProps {
  design: keyof typeof SCENES
}

export interface GiftCardArtProps extends SceneProps {
  name: string
  value?: string
}

export function GiftCardArt({ design, name, value }: GiftCardArtProps) {
  return (
    <div className={styles.card} aria-hidden="true">
      <Scene design={design} />
      <span className={styles.foot}>
        <span className={styles.name}>{name}</span>
        {value ? <span className={styles.value}>{value}</span> : null}
      </span>
    </div>
  )
}

export function GiftCardThumbnail({ design }: SceneProps) {
  return (
    <span className={styles.thumbnail} aria-hidden="true">
      <Scene design={design} />
    </span>
  )
}

function Scene({ design }: SceneProps) {
  const id = useId()
  const Picture = SCENES[design]
  return (
    <svg className={styles.art} viewBox="0 0 428 270" preserveAspectRatio="xMidYMid slice" focusable="false">
      <Picture id={id} />
    </svg>
  )
}

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

interface DrawingProps {
  /** Makes the ids of its gradients and patterns unique on the page. */
  id: string
}

function HarbourScene({ id }: DrawingProps) {
  return (
    <>
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
    </>
  )
}

const TUBES = [
  ['#ff9a6b', '#ffe3cf', 'M152 44a68 68 0 1 1 0 136 68 68 0 0 1 0-136z'],
  ['#ffb648', '#fff0c8', 'M132 78v68l58-34z'],
  ['#4fc3ff', '#dff5ff', 'M262 62h122M262 84h88M262 106h122'],
  ['#ff5cc4', '#ffe0f4', 'M262 134c20-14 40-14 61 0s41 14 61 0M262 160c20-14 40-14 61 0s41 14 61 0'],
] as const

function NeonScene({ id }: DrawingProps) {
  return (
    <>
      <defs>
        <linearGradient id={`${id}wall`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#33102e" />
          <stop offset=".6" stopColor="#1a0b22" />
          <stop offset="1" stopColor="#0d0714" />
        </linearGradient>
        <radialGradient id={`${id}glow`}>
          <stop offset="0" stopColor="#ff7a4d" stopOpacity=".4" />
          <stop offset="1" stopColor="#ff7a4d" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="428" height="270" fill={`url(#${id}wall)`} />
      <circle cx="152" cy="112" r="130" fill={`url(#${id}glow)`} />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        {TUBES.map(([colour, light, line]) => (
          <g key={line}>
            <path d={line} stroke={colour} strokeWidth="14" opacity=".16" />
            <path d={line} stroke={colour} strokeWidth="7" />
            <path d={line} stroke={light} strokeWidth="2.5" />
          </g>
        ))}
      </g>
    </>
  )
}

const RINGS = [22, 17, 12, 7, 2] as const

function SunriseScene({ id }: DrawingProps) {
  const scale = (x: number, y: number) =>
    RINGS.map((radius) => (
      <circle key={`${x} ${y} ${radius}`} cx={x} cy={y} r={radius} fill="#f6ead2" stroke="#1d2a63" strokeWidth="1.8" />
    ))
  return (
    <>
      <defs>
        <pattern id={`${id}waves`} width="44" height="22" patternUnits="userSpaceOnUse" y="6">
          {scale(0, 11)}
          {scale(44, 11)}
          {scale(22, 22)}
          {scale(0, 33)}
          {scale(44, 33)}
        </pattern>
      </defs>
      <rect width="428" height="270" fill="#f6ead2" />
      <circle cx="214" cy="112" r="80" fill="#e9503a" />
      <path d="M0 138q22-20 44 0t44 0 44 0 44 0 44 0 44 0 44 0 44 0 44 0 44 0v132H0z" fill={`url(#${id}waves)`} />
      <g stroke="#1d2a63" strokeWidth="2.5" strokeLinecap="round" fill="none">
        <path d="M58 66q11-13 22 2 11-15 22-2" />
        <path d="M330 42q9-11 18 2 9-13 18-2" />
        <path d="M348 88q7-9 14 1 7-10 14-1" />
      </g>
      <path d="M0 206h428v64H0z" fill="#182457" />
    </>
  )
}
