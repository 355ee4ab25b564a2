import { type ComponentType, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { getRating } from '#contract/comments.ts'
import { type Program, revampDetail } from '#contract/programs.ts'
import type { Texts } from '#text/texts.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { isNotFound } from '#web/kit/envelope.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useCall } from '#web/kit/use-call.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { ClassBadge, Score } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ShareIcon } from '#web/ui/feature-icons.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FilmIcon, LockIcon, PlayIcon, WarningIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { keepUnits } from '#web/ui/keep-units.ts'
import { TrailerVideo } from '#web/ui/trailer-video.tsx'
import { scoreOf } from '#web/viewer/cards/card-presenter.ts'
import { useProgramOverlay } from '#web/viewer/cards/detail-overlay-link.ts'
import { Favorite } from '#web/viewer/cards/favorite-slot.tsx'
import { useTrailersPlay } from '#web/viewer/cards/trailer-setting.ts'
import { useTitleFont } from '#web/viewer/cards/use-title-font.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { secondPlanOffer } from '#web/viewer/plans/offers.rules.ts'
import { usePlanOffer } from '#web/viewer/plans/use-plan-offer.ts'
import { playStep } from '#web/viewer/playback-gates/play-flow.rules.ts'
import { factsOf } from '#web/viewer/playback-gates/playback-gates.ts'
import { usePlayAction } from '#web/viewer/playback-gates/use-play-action.ts'
import { useOfferLabel } from '#web/viewer/rentals/use-offer-label.ts'
import { useRentalNote } from '#web/viewer/rentals/use-rental-note.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { share, sharedPageOf } from '#web/viewer/sharing/share.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { resumeLabel } from '#web/viewer/watch-progress/resume-label.ts'
import { usePrefetchBookmark } from '#web/viewer/watch-progress/use-prefetch-bookmark.ts'
import { useProgress } from '#web/viewer/watch-progress/use-title-progress.ts'
import { NO_PROGRESS, resumeLink, resumeOf, startOf } from '#web/viewer/watch-progress/watch-progress.rules.ts'
import { ClassStrip, DetailFacts } from './detail-facts.tsx'
import { DetailSkeleton } from './detail-skeleton.tsx'
import { EpisodeList } from './episode-list.tsx'
import { SimilarTitles } from './similar-titles.tsx'
import { type TitleProgress, TitleProgressContext, useTitleProgress } from './title-progress.ts'
import styles from './detail-overlay.module.css'

export interface DetailOverlayProps {
  /** Preloads the title (the player's `prefetchPlay`) once it is loaded, and an episode under pointer or focus. */
  prefetchPlay: (program: Program, at?: { programGuid?: string; start?: number }) => unknown
  /** Ratings and comments: another feature, which comes once it is near. */
  Opinions: ComponentType<{ programId: string }>
}

/** The detail overlay, open while the address has a programId. The page below stays mounted. */
export function DetailOverlay(props: DetailOverlayProps) {
  const { programId, close } = useProgramOverlay()
  if (!programId) return null
  return <OpenOverlay programId={programId} onClose={close} {...props} />
}

function OpenOverlay({
  programId,
  onClose,
  prefetchPlay,
  Opinions,
}: DetailOverlayProps & { programId: string; onClose: () => void }) {
  const text = useText('detail')
  const { pattern } = useCallContext()
  const detail = useCall(revampDetail, { programId })
  const program = detail.data?.program
  const failure = program ? undefined : detail.error
  const progress = useProgress(programId, program)
  const shared = useMemo<TitleProgress>(
    () => ({ progress: progress ?? NO_PROGRESS, resume: program && progress && resumeOf(program, progress) }),
    [program, progress],
  )
  usePageTitle(program?.title ?? '')

  useEffect(() => {
    if (!failure) return
    const missing = pattern === 'children' ? text.failedForKids : text.missing
    showToast({ text: isNotFound(failure) ? missing : failure.message || text.failed })
    onClose()
  }, [failure, onClose, text, pattern])
  const { resume } = shared
  const isKnown = progress !== undefined
  const prefetchBookmark = usePrefetchBookmark()
  useEffect(() => {
    if (!program || !isKnown) return
    prefetchBookmark(resume ? { programId, programGuid: resume.programGuid } : program)
    void prefetchPlay(program, startOf(resume))
  }, [program, isKnown, resume, prefetchPlay, prefetchBookmark, programId])

  return (
    <Dialog title={program?.title ?? text.loading} hideTitle look="sheet" closeLabel={text.close} onClose={onClose}>
      <div aria-busy={!program}>
        {program ? (
          <TitleProgressContext value={shared}>
            <Detail key={programId} program={program} prefetchPlay={prefetchPlay} Opinions={Opinions} />
          </TitleProgressContext>
        ) : (
          <DetailSkeleton />
        )}
      </div>
    </Dialog>
  )
}

function Detail({ program, prefetchPlay, Opinions }: DetailOverlayProps & { program: Program }) {
  const actions = useRef<HTMLDivElement>(null)
  const { pattern } = useCallContext()
  const { resume } = useTitleProgress()
  const onIntent = () => void prefetchPlay(program, startOf(resume))
  // Another title in the same sheet starts at the top.
  useEffect(() => {
    actions.current?.closest('dialog')?.scrollTo({ top: 0 })
  }, [])
  return (
    <>
      <StickyActions program={program} after={actions} onIntent={onIntent} />
      <DetailHeader program={program} />
      <div className={styles.body}>
        <div ref={actions} className={styles.first}>
          <DetailActions program={program} size="l" onIntent={onIntent} />
          <Votes program={program} />
          {hasOfferNote(program) && pattern !== 'children' ? (
            <Suspense fallback={<AwaitedNote />}>
              <OfferNote program={program} />
            </Suspense>
          ) : null}
        </div>
        {program.restriction === 'III' ? <ClassStrip /> : null}
        <DetailFacts program={program} />
        {program.programType === 'drama' ? (
          <EpisodeList program={program} onIntent={(at) => void prefetchPlay(program, at)} />
        ) : null}
        <SimilarTitles program={program} />
        {pattern === 'children' ? null : <Opinions programId={program.programId} />}
      </div>
    </>
  )
}

/**
 * The rating and its votes. The title's response is shared and up to a minute old; members, who may have voted meanwhile, see the
 * rating as the section of ratings and comments shows it.
 */
function Votes({ program }: { program: Program }) {
  const text = useText('detail')
  const { cards } = useShellText()
  const { language, pattern } = useCallContext()
  const { token } = useSession()
  const { programId } = program
  const isKids = pattern === 'children'
  const current = useCall(getRating, { programId }, { enabled: token !== undefined && !isKids })
  const { rating, votes } = current.data ?? program
  if (isKids) return null
  return (
    <p className={styles.votes}>
      <Score {...scoreOf({ rating, votes }, cards, language)} />
      {votes > 0 ? <span aria-hidden="true">{text.votes(formatNumber(votes, language))}</span> : null}
    </p>
  )
}

/** Whether a title has a note below its buttons: it is on sale, or rented. */
const hasOfferNote = ({ access, expiresAt }: Program): boolean => access === 'buy' || expiresAt !== undefined

/** From which credits a title is rented and what is left of them; of a rented one, how long it lasts. */
export function OfferNote({ program }: { program: Program }) {
  const { resume } = useTitleProgress()
  const rest = program.programType === 'movie' ? (program.duration ?? 0) - (resume?.position ?? 0) : 0
  const note = useRentalNote(program, rest)
  return (
    <p className={styles.note} data-tone={note?.tone} aria-live="polite">
      {note?.tone === 'warn' ? <WarningIcon size={18} /> : null}
      {keepUnits(note?.text)}
    </p>
  )
}

/** Has the height of the note. */
const AwaitedNote = () => <p className={styles.note} />

/** Height of the bar; the close button stands within it. */
const BAR_PX = 72

interface StickyActionsProps {
  program: Program
  /** The buttons that it replaces once they are scrolled below the dialog's close button. */
  after: RefObject<HTMLElement | null>
  onIntent: () => void
}

/** The title and its play button along the upper edge, beside the dialog's close button, once the buttons below the key art would be scrolled under it. */
function StickyActions({ program, after, onIntent }: StickyActionsProps) {
  const { cards } = useShellText()
  const [shown, setShown] = useState(false)
  const isPriced = program.access !== 'play' && isOffered(program)
  useEffect(() => {
    const element = after.current
    if (!element) return
    const watcher = new IntersectionObserver(
      ([entry]) => setShown(entry !== undefined && entry.boundingClientRect.top < BAR_PX),
      { root: element.closest('dialog'), rootMargin: `-${BAR_PX}px 0px 0px 0px`, threshold: [0, 1] },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [after])
  return (
    <div className={styles.anchor}>
      <div className={styles.bar} data-shown={shown || undefined} data-priced={isPriced || undefined}>
        <span className={styles.image}>
          {shown ? <ResponsiveImage src={program.artImageURL} alt="" sizes="78px" to={480} /> : null}
        </span>
        <div className={styles.names}>
          <p className={styles.title}>{program.title}</p>
          <ClassBadge value={program.restriction} label={cards.restriction[program.restriction]} />
        </div>
        <DetailActions program={program} size="s" onIntent={onIntent} />
      </div>
    </div>
  )
}

interface DetailActionsProps {
  program: Program
  size: 'l' | 's'
  /** Pointer or focus reach the play button. */
  onIntent: () => void
}

/** The actions of a title: play, with what it does and costs (the server's access decision), or why it is not playable. The large ones have trailer and favourite beside them. */
export function DetailActions({ program, size, onIntent }: DetailActionsProps) {
  const text = useText('detail')
  return (
    <div
      className={classNames(
        styles.actions,
        size === 's' && styles.compact,
        size === 'l' && program.trailer && styles.withTrailer,
      )}
    >
      {isOffered(program) ? (
        <span className={styles.action} onPointerEnter={onIntent} onFocus={onIntent}>
          <PlayButton program={program} size={size} />
        </span>
      ) : (
        <p className={styles.reason}>{reasonOf(program, text)}</p>
      )}
      {size === 'l' ? <OtherActions program={program} /> : null}
    </div>
  )
}

const isOffered = (program: Program): boolean => playStep(factsOf(program)) !== 'refused'

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
  const { access } = program
  const offer = useOfferLabel(program)
  const action = usePlayAction(program, resumeLink(program, resume), offer?.isShort)
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
      icon={access === 'parental' ? <LockIcon /> : access === 'login' || offer?.isShort ? undefined : <PlayIcon />}
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
    <Button
      size="l"
      note={plan.priceText}
      className={styles.plan}
      href={paths.monthlyFee({ programId: program.programId })}
    >
      {offer.text}
    </Button>
  ) : null
}

function reasonOf(program: Program, text: Texts['detail']): string {
  if (program.preparing) return program.reasonText || text.preparingText
  return program.reasonText || text.unavailable
}

/** The delay before the trailer preview plays. */
const PREVIEW_AFTER_MS = 1000

/** Key art with the muted trailer preview, and the title in the display font. Screen readers get the dialog's heading. */
function DetailHeader({ program }: { program: Program }) {
  const { language } = useCallContext()
  useTitleFont(program.titleFontURL)
  return (
    <div className={styles.header}>
      <ResponsiveImage
        src={program.artImageURL}
        alt=""
        preview={program.artPreview}
        sizes="(min-width: 1048px) 1000px, 100vw"
        priority="high"
      />
      {program.trailer?.previewURL ? <Preview key={program.programId} src={program.trailer.previewURL} /> : null}
      <div className={styles.text}>
        <p className={styles.detailHeaderTitle} aria-hidden="true">
          {program.title}
        </p>
        {program.otherTitle ? (
          <p className={styles.other} lang={language === 'zh_HK' ? 'en' : 'zh-HK'}>
            {program.otherTitle}
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** The trailer preview after a delay; the image stays where trailers do not play by themselves. */
function Preview({ src }: { src: string }) {
  const text = useText('detail')
  const plays = useTrailersPlay()
  const [due, setDue] = useState(false)
  useEffect(() => {
    if (!plays) return
    const timer = setTimeout(() => setDue(true), PREVIEW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [plays])
  if (!due || !plays) return null
  return <TrailerVideo src={src} className={styles.preview} soundClassName={styles.sound} labels={text} iconSize={22} />
}
