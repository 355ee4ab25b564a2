import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoment } from '#web/kit/format-day.ts'
import { useText } from '#web/kit/text.ts'
import { ClockIcon } from '#web/ui/feature-icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import type { Sale } from './order.rules.ts'
import styles from './sale-banner.module.css'

/** What the sale is, and until when. */
export function SaleBanner({ sale: { title, description, imageURL, imagePreview, endsAt } }: { sale: Sale }) {
  const text = useText('sales')
  const { language } = useCallContext()
  return (
    <section className={styles.banner} aria-label={title}>
      {imageURL ? (
        <span className={styles.art}>
          <ResponsiveImage
            src={imageURL}
            alt=""
            preview={imagePreview}
            sizes="(min-width: 1216px) 890px, 100vw"
            priority="eager"
            from={640}
          />
        </span>
      ) : null}
      <div className={styles.text}>
        <p className={styles.until}>
          <ClockIcon size={16} />
          {text.until(formatMoment(endsAt, language))}
        </p>
        <h2 className={styles.title}>{title}</h2>
        {description ? <p className={styles.description}>{description}</p> : null}
      </div>
    </section>
  )
}
