import type { Program } from '#contract/programs.ts'
import { useRentalNote } from '#web/viewer/rentals/use-rental-note.ts'
import { WarningIcon } from '#web/ui/icons.tsx'
import styles from './offer-note.module.css'
import { useTitleProgress } from './title-progress.ts'

/** Whether a title has a note below its buttons: it is on sale, or rented. */
export const hasOfferNote = ({ access, expiresAt }: Program): boolean => access === 'buy' || expiresAt !== undefined

/** From which credits a title is rented and what is left of them; of a rented one, how long it lasts. */
export function OfferNote({ program }: { program: Program }) {
  const { resume } = useTitleProgress()
  const rest = program.programType === 'movie' ? (program.duration ?? 0) - (resume?.position ?? 0) : 0
  const note = useRentalNote(program, rest)
  return (
    <p className={styles.note} data-tone={note?.tone} aria-live="polite">
      {note?.tone === 'warn' ? <WarningIcon size={18} /> : null}
      {note?.text}
    </p>
  )
}

/** Has the height of the note. */
export const AwaitedNote = () => <p className={styles.note} />
