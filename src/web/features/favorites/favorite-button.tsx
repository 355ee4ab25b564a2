import type { FavoriteSlotProps } from '#web/viewer/cards/favorite-slot.tsx'
import { useSession } from '#web/viewer/session/session.ts'
import { classNames } from '#web/ui/class-names.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import { PlusIcon } from '#web/ui/feature-icons.tsx'
import styles from './favorite-button.module.css'
import { useFavorite } from './use-favorite.ts'
import { useText } from '#web/kit/text.ts'

/** Adds a title to the favourites or removes it. A visitor in kids mode has none. */
export function FavoriteButton({ program, size }: FavoriteSlotProps) {
  const text = useText('favorites')
  const { token, pattern } = useSession()
  const { isFavorite, toggle } = useFavorite(program)
  if (!token && pattern === 'children') return null
  return (
    <button
      type="button"
      className={classNames(styles.button, size === 52 ? styles.large : styles.small)}
      aria-label={text.label(program.title)}
      aria-pressed={isFavorite}
      title={isFavorite ? text.remove : text.add}
      onClick={toggle}
    >
      {isFavorite ? <CheckIcon size={22} /> : <PlusIcon size={22} />}
    </button>
  )
}
