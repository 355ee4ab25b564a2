import { useNavigate } from 'react-router'
import type { Profile } from '#contract/profiles.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Button } from '#web/ui/button.tsx'
import { GENRES_FROM_FORM } from './genres.rules.ts'
import styles from './profile-form.module.css'
import { useText } from '#web/kit/text.ts'

/** The genres of the current profile, with a link to change them. */
export function FavouriteGenres({ profile }: { profile: Profile }) {
  const { edit } = useText('profiles')
  const { cards } = useShellText()
  const navigate = useNavigate()
  return (
    <div className={styles.genres}>
      <div>
        <p className={styles.genresTitle}>{edit.genres}</p>
        <p className={styles.genresList}>
          {profile.preferences.map((genre) => cards.genres[genre]).join(cards.genreJoin) || edit.genresNone}
        </p>
      </div>
      <Button size="s" onClick={() => void navigate(PATHS.moviePreference, { state: GENRES_FROM_FORM })}>
        {edit.genresEdit}
      </Button>
    </div>
  )
}
