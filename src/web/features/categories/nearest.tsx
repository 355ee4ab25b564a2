import { useShellText } from '#web/viewer/text/shell-text.ts'
import { CardGrid } from './card-grid.tsx'
import { useCategory } from './use-category.ts'
import styles from './nearest.module.css'

/** How many titles are offered in place of nothing. */
const OFFERED = 14

export interface NearestProps {
  categoryId: string
  shape: 'portrait' | 'landscape'
  kids: boolean
}

/** When the filters leave nothing: the same category without them. */
export function Nearest({ categoryId, shape, kids }: NearestProps) {
  const { categories } = useShellText()
  const { programs } = useCategory(categoryId, { sort: undefined, filters: {} })
  if (programs.length === 0) return null
  return (
    <section aria-label={categories.nearest}>
      <h2 className={styles.title}>{categories.nearest}</h2>
      <CardGrid programs={programs.slice(0, OFFERED)} shape={shape} kids={kids} label={categories.nearest} />
    </section>
  )
}
