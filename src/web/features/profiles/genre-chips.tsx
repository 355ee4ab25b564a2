import { GENRES, type Genre } from '#contract/genres.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import styles from './genre-chips.module.css'
import { useText } from '#web/kit/text.ts'

export interface GenreChipsProps {
  list: readonly { genre: Genre; name: string }[]
  picked: readonly Genre[]
  onToggle: (genre: Genre) => void
}

/** The genres as checkboxes: several may be chosen. */
export function GenreChips({ list, picked, onToggle }: GenreChipsProps) {
  const { edit } = useText('profiles')
  return (
    <fieldset className={styles.chips}>
      <legend className="visually-hidden">{edit.genres}</legend>
      {list.map(({ genre, name }) => (
        <label key={genre} className={styles.choice}>
          <input
            type="checkbox"
            className={styles.input}
            name="genres"
            value={genre}
            checked={picked.includes(genre)}
            onChange={() => onToggle(genre)}
          />
          <span className={styles.chip}>
            {name}
            <span className={styles.mark}>
              <CheckIcon size={18} />
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** As many empty chips, while their names load. */
export function GenreChipsSkeleton() {
  return (
    <ul className={styles.chips} aria-hidden="true">
      {GENRES.map((genre) => (
        <li key={genre}>
          <span className={styles.chip}>&nbsp;</span>
        </li>
      ))}
    </ul>
  )
}
