import type { ReactNode, Ref } from 'react'
import { ClassBadge, PriceBadge, type PriceKind } from './badge.tsx'
import { classNames } from './class-names.ts'
import { CARD_SIZES } from './image.rules.ts'
import { ResponsiveImage } from './image.tsx'
import styles from './title-card.module.css'

export type CardShape = 'portrait' | 'landscape'

export interface TitleCardProps {
  href: string
  title: string
  image: string
  shape: CardShape
  /** Availability (準備中), over the image: the line below has room for price and class only on a narrow card. */
  state?: string | undefined
  /** The line below the title: price, class, and one detail (year or duration). */
  price?: { kind: PriceKind; text: string } | undefined
  restriction?: { value: 'I' | 'IIA' | 'IIB' | 'III'; label: string } | undefined
  detail?: string | undefined
  note?: string | undefined
  over?: ReactNode
  /** The list must be an `ol`, since the numeral is hidden from screen readers. */
  rank?: number | undefined
  priority?: 'eager' | 'lazy'
  ref?: Ref<HTMLAnchorElement>
}

/** `cardOf` (viewer/cards/card-presenter) creates the props from a program. */
export function TitleCard(props: TitleCardProps) {
  const {
    href,
    title,
    image,
    shape,
    state,
    price,
    restriction,
    detail,
    note,
    over,
    rank,
    priority = 'lazy',
    ref,
  } = props
  return (
    <a
      ref={ref}
      className={classNames(styles.card, styles[shape], rank !== undefined && styles.ranked)}
      href={href}
      title={title}
    >
      {rank === undefined ? null : <Numeral rank={rank} />}
      <span className={styles.body}>
        <span className={styles.art}>
          <ResponsiveImage src={image} alt="" title={title} sizes={CARD_SIZES[shape]} to={960} priority={priority} />
          {over}
          {state ? <span className={styles.state}>{state}</span> : null}
        </span>
        <span className={styles.title}>{title}</span>
        {price || restriction || detail ? (
          <span className={styles.meta}>
            {price ? <PriceBadge {...price} /> : null}
            {restriction ? <ClassBadge {...restriction} /> : null}
            {detail ? <span>{detail}</span> : null}
          </span>
        ) : null}
        {note ? <span className={styles.note}>{note}</span> : null}
      </span>
    </a>
  )
}

function Numeral({ rank }: { rank: number }) {
  const two = rank >= 10
  return (
    <svg
      className={classNames(styles.numeral, rank <= 3 && styles.neon)}
      viewBox="0 0 74 150"
      aria-hidden="true"
      focusable="false"
    >
      <text x="72" y="145" textAnchor="end" textLength={two ? 104 : 70} lengthAdjust="spacingAndGlyphs">
        {rank}
      </text>
    </svg>
  )
}

export interface CardSkeletonProps {
  shape: CardShape
  ranked?: boolean
  /** Stands for a row of cards: its shadows draw the others, and nothing moves. */
  still?: boolean | undefined
}

export function CardSkeleton({ shape, ranked, still }: CardSkeletonProps) {
  return (
    <span className={classNames(styles.card, styles[shape], ranked && styles.ranked)} aria-hidden="true">
      {ranked ? <span className={styles.numeral} /> : null}
      <span className={styles.body}>
        <span className={classNames(styles.art, still ? styles.still : styles.sheen)} />
        <span className={classNames(styles.title, styles.bone)}>&nbsp;</span>
        <span className={classNames(styles.meta, styles.bone, styles.short)}>&nbsp;</span>
      </span>
    </span>
  )
}
