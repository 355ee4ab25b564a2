import type { Program } from '#contract/programs.ts'
import { useCallContext } from '#web/lib/call-context.ts'
import { paths } from '#web/lib/paths.ts'
import { playLink } from '#web/lib/play-link.ts'
import { Button } from '#web/ui/button.tsx'
import { FilmIcon, PlayIcon } from '#web/ui/icons.tsx'
import styles from './detail-actions.module.css'
import { useDetailText } from './detail-text.ts'
import { usePlayPress } from './play-gate.tsx'

interface DetailActionsProps {
  program: Program
  size: 'l' | 's'
  /** The viewer is about to press play. */
  onIntent: () => void
}

/** What one can do with the title: the button says what pressing it does and costs (the server's access rule), or why it cannot be watched. */
export function DetailActions({ program, size, onIntent }: DetailActionsProps) {
  const text = useDetailText()
  const { programId, programGuid, access, trailer } = program
  return (
    <div className={styles.actions}>
      {access === 'play' ? (
        <span onPointerEnter={onIntent} onFocus={onIntent}>
          <PlayButton program={program} size={size} />
        </span>
      ) : (
        <p className={styles.reason}>{reasonOf(program, text)}</p>
      )}
      {trailer ? (
        <Button size={size} icon={<FilmIcon />} href={paths.play({ programId, programGuid, kind: 'trailer' })}>
          {text.trailer}
        </Button>
      ) : null}
    </div>
  )
}

function PlayButton({ program, size }: { program: Program; size: 'l' | 's' }) {
  const text = useDetailText()
  const isKids = useCallContext().pattern === 'children'
  const press = usePlayPress(playLink(program))
  return (
    <Button look="primary" size={size} icon={<PlayIcon />} note={isKids ? undefined : program.buttonNote} {...press}>
      {/* A child is told of no prices, not even that there is none. */}
      {(!isKids && program.buttonText) || text.play}
    </Button>
  )
}

function reasonOf(program: Program, text: ReturnType<typeof useDetailText>): string {
  if (program.access === 'login') return program.reasonText || text.login
  if (program.preparing) return program.reasonText || text.preparingText
  return program.reasonText || text.unavailable
}
