import type { Genre } from '#contract/genres.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import { useProfilesText } from './profiles-text.ts'
import styles from './genre-chips.module.css'

export interface GenreChipsProps {
  list: readonly { genre: Genre; name: string }[]
  picked: readonly Genre[]
  onToggle: (genre: Genre) => void
}

/** The genres as toggle buttons. */
export function GenreChips({ list, picked, onToggle }: GenreChipsProps) {
  const { edit } = useProfilesText()
  return (
    <ul className={styles.chips} aria-label={edit.genres}>
      {list.map(({ genre, name }) => {
        const isPicked = picked.includes(genre)
        return (
          <li key={genre}>
            <button type="button" className={styles.chip} aria-pressed={isPicked} onClick={() => onToggle(genre)}>
              <span>{name}</span>
              <span className={styles.mark}>{isPicked ? <CheckIcon size={18} /> : null}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
