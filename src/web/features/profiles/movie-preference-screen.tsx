import { useState } from 'react'
import { useLocation, useNavigate } from '#web/kit/router.tsx'
import { GENRES_MAX } from '#contract/fields.ts'
import { preferenceList, updatePreferences } from '#contract/profiles.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { type Genre, GENRES } from '#contract/genres.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { enterProfile, useSession } from '#web/viewer/session/session.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { isFromForm, pick } from './genres.rules.ts'
import styles from './movie-preference-screen.module.css'
import { CheckIcon } from '#web/ui/icons.tsx'

/** /movie-preference: up to three favorite genres of the profile. Opened after a profile is created. */
export function MoviePreferenceScreen() {
  const { genres, retry } = useText('profiles')
  const { profile } = useSession()
  const answer = useCall(preferenceList, {})
  const leave = useLeave()
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{genres.title}</h1>
      <p className={styles.text}>{genres.text(profile?.name ?? '')}</p>
      {answer.isPending ? <AwaitedGenres onSkip={leave} /> : null}
      {answer.isLoadingError ? (
        <>
          <ErrorPanel
            title={genres.failed}
            text={answer.error.message}
            action={{ label: retry, onClick: () => void answer.refetch() }}
          />
          <Button look="text" onClick={leave}>
            {genres.skip}
          </Button>
        </>
      ) : null}
      {answer.data ? <Genres list={answer.data.list} onDone={leave} /> : null}
    </div>
  )
}

/** Back to the form that opened the screen, otherwise into the profile. */
function useLeave(): () => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  const { profile } = useSession()
  return () => {
    if (isFromForm(state)) navigate(-1)
    else if (profile) enterProfile(profile)
    else navigate('/')
  }
}

function Genres({ list, onDone }: { list: OutputOf<typeof preferenceList>['list']; onDone: () => void }) {
  const { genres, busy } = useText('profiles')
  const [picked, setPicked] = useState<Genre[]>(() => list.filter(({ selected }) => selected).map(({ genre }) => genre))
  const [isFull, setFull] = useState(false)
  const { submit, pending, refusal } = useSubmit(updatePreferences, { invalidates: 'all', onSuccess: onDone })
  const toggle = (genre: Genre) => {
    const next = pick(picked, genre)
    setFull(next.kind === 'full')
    if (next.kind === 'picked') setPicked(next.genres)
  }
  return (
    <>
      <GenreChips list={list} picked={picked} onToggle={toggle} />
      <output className={styles.count}>
        {isFull ? genres.tooMany(GENRES_MAX) : genres.chosen(picked.length, GENRES_MAX)}
      </output>
      <FormError>{refusal?.message}</FormError>
      <div className={styles.actions}>
        <Button look="primary" size="l" busy={pending} busyText={busy} onClick={() => void submit({ genres: picked })}>
          {genres.save}
        </Button>
        <Button look="text" size="l" onClick={onDone}>
          {genres.skip}
        </Button>
      </div>
    </>
  )
}

/** The same boxes while the genres load. */
function AwaitedGenres({ onSkip }: { onSkip: () => void }) {
  const { genres, loading } = useText('profiles')
  return (
    <>
      <output className="visually-hidden">{loading}</output>
      <GenreChipsSkeleton />
      <p className={styles.count}>{genres.chosen(0, GENRES_MAX)}</p>
      <div className={styles.actions}>
        <Button look="primary" size="l" disabled>
          {genres.save}
        </Button>
        <Button look="text" size="l" onClick={onSkip}>
          {genres.skip}
        </Button>
      </div>
    </>
  )
}

interface GenreChipsProps {
  list: readonly { genre: Genre; name: string }[]
  picked: readonly Genre[]
  onToggle: (genre: Genre) => void
}

/** The genres as checkboxes: several may be chosen. */
function GenreChips({ list, picked, onToggle }: GenreChipsProps) {
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
function GenreChipsSkeleton() {
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
