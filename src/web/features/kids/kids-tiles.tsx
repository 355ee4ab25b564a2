import type { Category } from '#contract/categories.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useText } from '#web/kit/text.ts'
import { FilmIcon, icon, StarIcon } from '#web/ui/icons.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './kids-tiles.module.css'

const SunIcon = icon(
  <path d="M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19" />,
)
const MoonIcon = icon(<path d="M20 14.5A8.5 8.5 0 1 1 10.5 4 7 7 0 0 0 20 14.5Z" />)
const BookIcon = icon(<path d="M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2ZM12 6v14" />)
const HeartIcon = icon(<path d="M12 20.5C3 14 2.5 9.5 4.5 6.5s6-2.5 7.5 1c1.5-3.5 5.5-4 7.5-1S21 14 12 20.5Z" />)
const ICONS = [FilmIcon, StarIcon, BookIcon, SunIcon, HeartIcon, MoonIcon]
const COLOURS = [styles.sun, styles.pink, styles.green, styles.lilac, styles.orange, styles.blue]

/** The six tiles of kids home: its categories. */
export function KidsTiles({ categories }: { categories: readonly Category[] }) {
  const { home } = useText()
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
