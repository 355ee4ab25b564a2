import { ResponsiveImage } from '#web/ui/image.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { Goods } from './order.rules.ts'
import styles from './disc-case.module.css'

interface DiscCaseProps {
  goods: Pick<Goods, 'imageURL' | 'imagePreview' | 'title'>
  /** The small one has no room for its title until its image is there. */
  size: 's' | 'm' | 'l'
}

/** A disc in its case. */
export function DiscCase({ goods, size }: DiscCaseProps) {
  return (
    <span className={classNames(styles.case, styles[size])}>
      <ResponsiveImage
        src={goods.imageURL}
        alt=""
        title={size === 's' ? '' : goods.title}
        preview={size === 's' ? goods.imagePreview : undefined}
        sizes={size === 'l' ? '240px' : '92px'}
        to={640}
      />
    </span>
  )
}

/** The case over its own cover, blurred. */
export function DiscStage({
  goods,
  size,
}: {
  goods: Pick<Goods, 'imageURL' | 'imagePreview' | 'title'>
  size: 'm' | 'l'
}) {
  return (
    <div className={classNames(styles.stage, size === 'l' && styles.tall)}>
      <span className={styles.blur} aria-hidden="true">
        {goods.imageURL ? (
          <ResponsiveImage src={goods.imageURL} alt="" preview={goods.imagePreview} sizes="160px" to={320} />
        ) : null}
      </span>
      <DiscCase goods={goods} size={size} />
    </div>
  )
}
