import { useSearchParams } from '#web/kit/router.tsx'
import { type Program, revampDetail } from '#contract/programs.ts'
import { isNotFound } from '#web/kit/envelope.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useText } from '#web/kit/text.ts'
import { playLink } from '#web/viewer/cards/play-link.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { playStep } from '#web/viewer/playback-gates/play-flow.rules.ts'
import { factsOf } from '#web/viewer/playback-gates/playback-gates.ts'
import { usePlayAction } from '#web/viewer/playback-gates/use-play-action.ts'
import { useOfferLabel } from '#web/viewer/rentals/use-offer-label.ts'
import { useRentalNote } from '#web/viewer/rentals/use-rental-note.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FilmIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { keepUnits } from '#web/ui/keep-units.ts'
import { Waiting } from '#web/ui/waiting.tsx'
import { Screen } from '#web/ui/screen.tsx'
import styles from './pay-play-button-screen.module.css'

/** `/payplayButton?for`: the button with which a title is played or rented, with its price, to be embedded elsewhere. */
export function PayPlayButtonScreen() {
  const { site, home } = useShellText()
  const text = useText('rentals')
  const [query] = useSearchParams()
  const programId = query.get('for') ?? ''
  const detail = useCall(revampDetail, { programId }, { enabled: programId !== '' })
  const program = detail.data?.program
  usePageTitle(program?.title ?? '')
  if (programId === '' || isNotFound(detail.error)) {
    return (
      <Screen className={styles.screen}>
        <ErrorPanel
          isScreen
          tone="plain"
          icon={<FilmIcon size={26} />}
          title={text.unknownTitle}
          action={{ label: home.toHome, href: paths.home() }}
        />
      </Screen>
    )
  }
  if (detail.isLoadingError) {
    return (
      <Screen className={styles.screen}>
        <ErrorPanel
          isScreen
          title={text.failed}
          text={detail.error.message}
          action={{ label: site.retry, onClick: () => void detail.refetch() }}
        />
      </Screen>
    )
  }
  return (
    <Screen className={styles.screen}>
      {program ? <Offer program={program} /> : <Waiting label={site.loading} size="l" />}
    </Screen>
  )
}

function Offer({ program }: { program: Program }) {
  const text = useText('rentals')
  const offer = useOfferLabel(program)
  const action = usePlayAction(program, playLink(program), offer?.isShort)
  const note = useRentalNote(program)
  const isOffered = playStep(factsOf(program)) !== 'refused'
  return (
    <article className={styles.card}>
      <span className={styles.art}>
        <ResponsiveImage src={program.artImageURL} alt="" sizes="(min-width: 560px) 520px, 100vw" priority="eager" />
      </span>
      <h1 className={styles.title}>{program.title}</h1>
      {isOffered ? (
        <Button look="primary" size="l" wide note={(offer?.note ?? program.buttonNote) || undefined} {...action}>
          {offer?.text ?? program.buttonText}
        </Button>
      ) : (
        <>
          <p className={styles.reason}>{program.reasonText ?? text.refusedTitle}</p>
          <Button wide href={paths.detail(program.programId, { pathname: PATHS.home, search: '' })}>
            {text.about}
          </Button>
        </>
      )}
      <p className={styles.note} data-tone={note?.tone} aria-live="polite">
        {keepUnits(note?.text)}
      </p>
    </article>
  )
}
