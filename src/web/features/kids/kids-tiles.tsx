import type { Category } from '#contract/categories.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { FilmIcon, StarIcon } from '#web/ui/icons.tsx'
import { SunIcon, MoonIcon, BookIcon, HeartIcon } from '#web/ui/feature-icons.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './kids-tiles.module.css'

const ICONS = [FilmIcon, StarIcon, BookIcon, SunIcon, HeartIcon, MoonIcon]
const COLOURS = [styles.sun, styles.pink, styles.green, styles.lilac, styles.orange, styles.blue]

export function KidsTiles({ categories }: { categories: readonly Category[] }) {
  const { home } = useShellText()
  return (
    <nav aria-label={home.kidsCategories}>
      <ul className={styles.tiles}>
        {categories.slice(0, COLOURS.length).map((category, at) => {
          const Icon = ICONS[at] ?? StarIcon
          return (
            <li key={category.categoryId}>
              <a className={classNames(styles.tile, COLOURS[at])} href={paths.rolling(category.categoryId)}>
                <Icon size={26} />
                <span>{category.title}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
