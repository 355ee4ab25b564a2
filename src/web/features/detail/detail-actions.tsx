import type { Program } from '#contract/programs.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import type { Texts } from '#text/texts.ts'
import { Favorite } from '#web/viewer/cards/favorite-slot.tsx'
import { paths } from '#web/viewer/navigation/paths.ts'
import { secondPlanOffer } from '#web/viewer/plans/offers.rules.ts'
import { usePlanOffer } from '#web/viewer/plans/use-plan-offer.ts'
import { resumeLink } from '#web/viewer/watch-progress/watch-progress.rules.ts'
import { playStep } from '#web/viewer/playback-gates/play-flow.rules.ts'
import { factsOf } from '#web/viewer/playback-gates/playback-gates.ts'
import { usePlayAction } from '#web/viewer/playback-gates/use-play-action.ts'
import { useOfferLabel } from '#web/viewer/rentals/use-offer-label.ts'
import { resumeLabel } from '#web/viewer/watch-progress/resume-label.ts'
import { share, sharedPageOf } from '#web/viewer/sharing/share.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ShareIcon } from '#web/ui/feature-icons.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FilmIcon, LockIcon, PlayIcon } from '#web/ui/icons.tsx'
import styles from './detail-actions.module.css'
import { useTitleProgress } from './title-progress.ts'

interface DetailActionsProps {
  program: Program
  size: 'l' | 's'
  /** Pointer or focus reach the play button. */
  onIntent: () => void
}

/** The actions of a title: play, with what it does and costs (the server's access decision), or why it is not playable. The large ones have trailer and favourite beside them. */
export function DetailActions({ program, size, onIntent }: DetailActionsProps) {
  const text = useText('detail')
  const isOffered = playStep(factsOf(program)) !== 'refused'
  return (
    <div className={classNames(styles.actions, size === 's' && styles.compact)}>
      {isOffered ? (
        <span className={styles.press} onPointerEnter={onIntent} onFocus={onIntent}>
          <PlayButton program={program} size={size} />
        </span>
      ) : (
        <p className={styles.reason}>{reasonOf(program, text)}</p>
      )}
      {size === 'l' ? <OtherActions program={program} /> : null}
    </div>
  )
}

function OtherActions({ program }: { program: Program }) {
  const text = useText('detail')
  const { programId, programGuid, title, trailer } = program
  const { language, pattern } = useCallContext()
  return (
    <>
      <PlanButton program={program} />
      {trailer ? (
        <span className={styles.trailer}>
          <Button size="l" icon={<FilmIcon />} href={paths.play({ programId, programGuid, kind: 'trailer' })}>
            {text.trailer}
          </Button>
        </span>
      ) : null}
      <Favorite program={program} size={52} />
      {pattern === 'children' ? null : (
        <IconButton
          label={text.share}
          look="round"
          size={52}
          icon={<ShareIcon size={22} />}
          onClick={() => void share({ title, url: sharedPageOf(programId, language) }, text.shared)}
        />
      )}
    </>
  )
}

function PlayButton({ program, size }: { program: Program; size: 'l' | 's' }) {
  const text = useText('detail')
  const isKids = useCallContext().pattern === 'children'
  const { resume } = useTitleProgress()
  const action = usePlayAction(program, resumeLink(program, resume))
  const { access } = program
  const offer = useOfferLabel(program)
  // Kids mode mentions no prices, not even "free".
  const label =
    access === 'play' && resume
      ? resumeLabel(resume, text)
      : (offer ?? { text: (!isKids && program.buttonText) || text.play })
  const note = label.note ?? (isKids ? '' : program.buttonNote)
  return (
    <Button
      look="primary"
      size={size}
      icon={access === 'parental' ? <LockIcon /> : access === 'login' ? undefined : <PlayIcon />}
      note={note || undefined}
      className={offer && size === 'l' ? styles.offer : undefined}
      {...action}
    >
      {label.text}
    </Button>
  )
}

/** The plan, beside the rental of a title that has both. */
function PlanButton({ program }: { program: Program }) {
  const offer = secondPlanOffer(program)
  const plan = usePlanOffer({ enabled: offer !== undefined })
  return offer && plan ? (
    <Button size="l" note={plan.priceText} href={paths.monthlyFee({ programId: program.programId })}>
      {offer.text}
    </Button>
  ) : null
}

function reasonOf(program: Program, text: Texts['detail']): string {
  if (program.preparing) return program.reasonText || text.preparingText
  return program.reasonText || text.unavailable
}
