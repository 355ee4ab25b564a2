import type { Category } from '#contract/categories.ts'
import type { PromotionBanner } from '#contract/promotions.ts'
import { ResponsiveImage } from '#web/ui/image.tsx'
import styles from './promotion-hero.module.css'
import { useText } from '#web/kit/text.ts'

const PHONE = '(max-width: 767.98px) and (orientation: portrait)'

export interface PromotionHeroProps {
  category: Pick<Category, 'title' | 'subtitle'>
  banner: PromotionBanner
  /** How many titles there are, in words; empty while that is not known. */
  count: string
}

/** The banner of a promoted collection: its image, and over it what it is. */
export function PromotionHero({ category: { title, subtitle }, banner, count }: PromotionHeroProps) {
  const { label } = useText('promotions')
  const { bannerImage, bannerImagePortrait, focus, focusPortrait, text } = banner
  return (
    <div className={styles.hero}>
      <div className={styles.art} aria-hidden="true">
        {bannerImage ? (
          <ResponsiveImage
            src={bannerImage}
            alt=""
            title=""
            sizes="88vw"
            from={640}
            focus={focus}
            narrow={{
              src: bannerImagePortrait || bannerImage,
              media: PHONE,
              sizes: '100vw',
              focus: focusPortrait,
            }}
            priority="high"
          />
        ) : null}
      </div>
      <div className={styles.text}>
        <p className={styles.kicker}>{label}</p>
        <h1 className={styles.title}>{title}</h1>
        {subtitle ? <p className={styles.subtitle}>{subtitle}</p> : null}
        {text ? <p className={styles.lead}>{text}</p> : null}
        <output className={styles.count}>{count}</output>
      </div>
    </div>
  )
}

/** The same box before the collection is there. */
export const PromotionHeroSkeleton = () => <div className={styles.hero} data-awaited="" />
