import { type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useCallContext } from '#web/kit/call-context.ts'
import { lengthOf, priceOf, scoreOf } from '#web/viewer/cards/card-presenter.ts'
import { type ResumePoint, resumeLink, startOf } from '#web/viewer/watch-progress/watch-progress.rules.ts'
import { resumeLabel } from '#web/viewer/watch-progress/resume-label.ts'
import type { HoverCardProps } from '#web/viewer/cards/card-targets.ts'
import { abilities } from '#web/kit/device-capabilities.ts'
import { techBadges } from '#web/viewer/cards/tech-badges.ts'
import { Favorite } from '#web/viewer/cards/favorite-slot.tsx'
import { storage } from '#web/kit/storage.ts'
import { useText } from '#web/kit/text.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { useContinuation } from '#web/viewer/watch-progress/use-continuation.ts'
import { useHasPlan } from '#web/viewer/plans/use-has-plan.ts'
import { usePaysWithVouchers } from '#web/viewer/account/use-pays-with-vouchers.ts'
import { usePlanOffer } from '#web/viewer/plans/use-plan-offer.ts'
import { useRentalNote } from '#web/viewer/rentals/use-rental-note.ts'
import { useQuote } from '#web/viewer/rentals/use-quote.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { usePrefetchBookmark } from '#web/viewer/watch-progress/use-prefetch-bookmark.ts'
import { isPlayableByCard } from '#web/viewer/playback-gates/play-flow.rules.ts'
import { usePlayAction } from '#web/viewer/playback-gates/use-play-action.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useTitleFont } from '#web/viewer/cards/use-title-font.ts'
import type { ProgramCard } from '#contract/programs.ts'
import type { DetailText } from '#text/zh_HK/detail.ts'
import { ClassBadge, Score, TechBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ChevronDownIcon, PlayIcon } from '#web/ui/icons.tsx'
import { keepUnits } from '#web/ui/keep-units.ts'
import styles from './hover-card.module.css'
import { cardWidth, HOVER_CARD_KEY, mayOpen, positionCard } from './hover-card.rules.ts'
import { formatClock } from '#web/kit/format.ts'
import { useTrailersPlay } from '#web/viewer/cards/trailer-setting.ts'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { TrailerVideo } from '#web/ui/trailer-video.tsx'

export interface HoverCardViewProps extends HoverCardProps {
  /** Preloads the title (the player's `prefetchPlay`) when pointer or focus reach the play button. */
  prefetchPlay: (program: ProgramCard, at?: { programGuid?: string; start?: number }) => unknown
}

/** A larger card over a card of a list: muted trailer, facts, play and details. Renders nothing where disabled. */
export function HoverCard(props: HoverCardViewProps) {
  const { pattern } = useCallContext()
  return mayOpen(props.program, { pattern, setting: storage.local.get(HOVER_CARD_KEY) }) ? (
    <OpenCard {...props} />
  ) : null
}

function OpenCard({ program, anchor, onClose, prefetchPlay }: HoverCardViewProps) {
  const text = useText('detail')
  const box = useRef<HTMLElement>(null)
  const isKids = useCallContext().pattern === 'children'
  const prefetchBookmark = usePrefetchBookmark()
  useTitleFont(program.titleFontURL)
  useClosing(onClose)
  useTabThrough(anchor, box)

  useLayoutEffect(() => {
    const card = box.current
    if (!card) return
    // Centred on the image, without the caption below it.
    const image = (anchor.querySelector('img') ?? anchor).getBoundingClientRect()
    card.style.width = `${cardWidth(image.width)}px`
    const position = positionCard(
      image,
      { width: card.offsetWidth, height: card.offsetHeight },
      { width: innerWidth, height: innerHeight },
    )
    card.style.left = `${position.left}px`
    card.style.top = `${position.top}px`
  }, [anchor])

  return createPortal(
    <section
      ref={box}
      className={classNames(styles.card, isKids && 'kids')}
      data-hover-card=""
      aria-label={program.title}
    >
      <CardTrailer program={program} text={text} />
      <div className={styles.body}>
        <CardButtons
          program={program}
          text={text}
          isKids={isKids}
          onIntent={(point) => {
            prefetchBookmark({ ...program, ...point })
            void prefetchPlay(program, startOf(point))
          }}
        />
        {isKids ? null : <OfferLine program={program} />}
        <CardFacts program={program} isKids={isKids} />
        <p className={styles.description}>{program.description}</p>
        {program.actor.length > 0 ? (
          <p className={styles.actors}>
            <span>{text.actor}</span>
            {program.actor.join(text.listJoin)}
          </p>
        ) : null}
      </div>
    </section>,
    document.body,
  )
}

interface CardButtonsProps {
  program: ProgramCard
  text: DetailText
  isKids: boolean
  /** Pointer or focus reach the play button; `point` is where it resumes. */
  onIntent: (point: ResumePoint | undefined) => void
}

function CardButtons({ program, text, isKids, onIntent }: CardButtonsProps) {
  const { cards } = useShellText()
  const { language } = useCallContext()
  const details = useDetailLink()(program.programId)
  const point = useContinuation(program)
  const label = point && resumeLabel(point, text)
  const action = usePlayAction(program, resumeLink(program, point))
  const intend = () => onIntent(point)
  const isWithPlan = useHasPlan() && isOfPlan(program)
  const isOwned = (program.expiresAt !== undefined || isWithPlan) && !program.preparing && program.restriction !== 'III'
  const price = isWithPlan ? cards.freeWithPass : isOwned ? undefined : priceOf(program, cards, language).text
  const note = isKids ? undefined : price
  return (
    <div className={styles.buttons}>
      {isPlayableByCard(program) || isOwned ? (
        <>
          <span onPointerEnter={intend} onFocus={intend}>
            <Button look="primary" icon={<PlayIcon />} note={label ? label.note : note} {...action}>
              {label?.text ?? text.play}
            </Button>
          </span>
          <Favorite program={program} size={44} />
          <a className={styles.more} href={details} aria-label={text.more} title={text.more}>
            <ChevronDownIcon size={22} />
          </a>
        </>
      ) : (
        <>
          <Button look="primary" note={program.preparing ? cards.preparing : note} href={details}>
            {text.more}
          </Button>
          <Favorite program={program} size={44} />
        </>
      )}
    </div>
  )
}

/** To a member, what watching the title costs: credits or a voucher and until when that lasts, or the plan; else how long it is still rented. */
function OfferLine({ program }: { program: ProgramCard }) {
  const isMember = useSession().token !== undefined
  const hasPlan = useHasPlan()
  const isRented = program.expiresAt !== undefined
  const hasVouchers = usePaysWithVouchers()
  const paid = hasVouchers ? 'MOVIE VOUCHER' : 'PAY PER RENT'
  const isQuoted = program.vodTypes.includes(paid) && program.vodType !== 'FREE TO WATCH'
  if (!isMember || program.preparing || (!isRented && hasPlan && isOfPlan(program))) return null
  if (!isRented && !isQuoted) return isOfPlan(program) && !hasVouchers ? <PlanNote /> : null
  return (
    <Suspense fallback={<p className={styles.rental} />}>
      <RentalNote program={program} isOnSale={!isRented} />
    </Suspense>
  )
}

/** What the plan costs that a title requires. */
const PlanNote = () => <p className={styles.rental}>{keepUnits(usePlanOffer()?.priceText)}</p>

const isOfPlan = ({ vodTypes, vodType }: ProgramCard): boolean =>
  vodTypes.includes('VIP UNLIMITED WATCH') && vodType !== 'FREE TO WATCH'

function RentalNote({ program, isOnSale }: { program: ProgramCard; isOnSale: boolean }) {
  const { state } = useQuote(program, { enabled: isOnSale })
  const note = useRentalNote(isOnSale ? { ...program, access: 'buy' } : program)
  return (
    <p className={styles.rental} data-tone={note?.tone}>
      {keepUnits(
        state.kind === 'quote' ? state.quote.buttonText : state.kind === 'refused' ? state.message : note?.text,
      )}
    </p>
  )
}

function CardFacts({ program, isKids }: { program: ProgramCard; isKids: boolean }) {
  const { cards } = useShellText()
  const { language } = useCallContext()
  const length = program.preparing ? '' : lengthOf(program, cards, language)
  return (
    <ul className={styles.facts}>
      {isKids ? null : (
        <li>
          <ClassBadge value={program.restriction} label={cards.restriction[program.restriction]} />
        </li>
      )}
      <li>{program.releaseYear}</li>
      {length ? <li className={styles.length}>{length}</li> : null}
      {(program.preparing ? [] : techBadges(program, abilities())).map((badge) => (
        <li key={badge}>
          <TechBadge>{badge}</TechBadge>
        </li>
      ))}
      <li>
        <Score {...scoreOf(program, cards, language)} />
      </li>
    </ul>
  )
}

/** Tab on the card of the list enters the hover card, and leaves it past its ends. */
function useTabThrough(anchor: HTMLElement, box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const card = box.current
    if (!card) return
    const goIn = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || event.shiftKey) return
      event.preventDefault()
      stopsIn(card)[0]?.focus({ preventScroll: true })
    }
    const goOut = (event: KeyboardEvent) => {
      const stops = stopsIn(card)
      const isEnd =
        event.key === 'Tab' && document.activeElement === (event.shiftKey ? stops[0] : stops[stops.length - 1])
      if (!isEnd && event.key !== 'Escape') return
      // From there the browser's default Tab continues to the neighbour.
      anchor.focus({ preventScroll: true })
      if (event.shiftKey) event.preventDefault()
    }
    anchor.addEventListener('keydown', goIn)
    card.addEventListener('keydown', goOut)
    return () => {
      anchor.removeEventListener('keydown', goIn)
      card.removeEventListener('keydown', goOut)
    }
  }, [anchor, box])
}

/** Esc and scrolling close it; the host handles the pointer. */
function useClosing(onClose: () => void): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const onScroll = () => latest.current()
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [])
}

function stopsIn(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('a[href], button')]
}

/** The image, replaced by the muted trailer preview once it plays. The image stays where trailers do not play by themselves. */
export function CardTrailer({ program, text }: { program: ProgramCard; text: DetailText }) {
  const { language } = useCallContext()
  const src = useTrailersPlay() ? program.trailer?.previewURL : undefined
  return (
    <div className={styles.art}>
      <ResponsiveImage src={program.artImageURL} alt="" sizes="400px" to={960} priority="eager" />
      {src ? (
        <TrailerVideo src={src} className={styles.video} soundClassName={styles.sound} labels={text}>
          {(length) => <span className={styles.clock}>{text.previewOf(formatClock(length))}</span>}
        </TrailerVideo>
      ) : null}
      <div className={styles.text}>
        <p className={styles.title}>{program.title}</p>
        {program.otherTitle ? (
          <p className={styles.other} lang={language === 'zh_HK' ? 'en' : 'zh-HK'}>
            {program.otherTitle}
          </p>
        ) : null}
      </div>
    </div>
  )
}
