import type { Banner } from '#contract/banners.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { genresOf, lengthOf, priceOf, scoreOf } from '#web/viewer/cards/card-presenter.ts'
import { abilities } from '#web/kit/device-capabilities.ts'
import { techBadges } from '#web/viewer/cards/tech-badges.ts'
import { useHydrated } from '#web/kit/use-hydrated.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useTitleFont } from '#web/viewer/cards/use-title-font.ts'
import { ClassBadge, PriceBadge, Score, TechBadge } from '#web/ui/badge.tsx'
import styles from './slide-text.module.css'
import { Suspense, useState } from 'react'
import { Favorite } from '#web/viewer/cards/favorite-slot.tsx'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { playLink } from '#web/viewer/cards/play-link.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { secondPlanOffer } from '#web/viewer/plans/offers.rules.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { hasVisitorProgress } from '#web/viewer/watch-progress/visitor-progress-key.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import type { SlideContinuation } from './slide-continue.tsx'
import { usePlayAction } from '#web/viewer/playback-gates/use-play-action.ts'
import { LockIcon, PlayIcon } from '#web/ui/icons.tsx'

type BillboardProgram = NonNullable<Banner['program']>

/** HTML over the scrim. A slide is always about a title. */
export function SlideText({ banner }: { banner: Banner }) {
  const { program } = banner
  const detailLink = useDetailLink()
  useTitleFont(program?.titleFontURL)
  return (
    <>
      {banner.subtitle ? <p className={styles.kicker}>{banner.subtitle}</p> : null}
      <h2 className={styles.title}>
        {program ? <a href={detailLink(program.programId)}>{program.title}</a> : banner.title}
      </h2>
      {program?.otherTitle ? <OtherTitle text={program.otherTitle} /> : null}
      {program ? <Facts program={program} /> : null}
      {program ? <p className={styles.description}>{program.tagline || program.description}</p> : null}
      <SlideActions banner={banner} />
    </>
  )
}

function OtherTitle({ text }: { text: string }) {
  const { language } = useCallContext()
  return (
    <p className={styles.other} lang={language === 'zh_HK' ? 'en' : 'zh-HK'}>
      {text}
    </p>
  )
}

function Facts({ program }: { program: BillboardProgram }) {
  const { cards } = useShellText()
  const { language } = useCallContext()
  const hydrated = useHydrated()
  const length = lengthOf(program, cards, language)
  const genres = genresOf(program, cards)
  return (
    <ul className={styles.facts}>
      <li className={styles.price}>
        <PriceBadge {...priceOf(program, cards, language)} />
      </li>
      <li>
        <ClassBadge value={program.restriction} label={cards.restriction[program.restriction]} />
      </li>
      <li className={styles.year}>{program.releaseYear}</li>
      {length ? <li className={styles.dotted}>{length}</li> : null}
      {genres ? <li className={styles.dotted}>{genres}</li> : null}
      {program.votes > 0 ? (
        <li className={styles.score}>
          <Score {...scoreOf(program, cards, language)} />
        </li>
      ) : null}
      {hydrated
        ? techBadges(program, abilities()).map((badge) => (
            <li key={badge} className={styles.tech}>
              <TechBadge>{badge}</TechBadge>
            </li>
          ))
        : null}
    </ul>
  )
}

/** Only needed by viewers with watch progress. */
const CONTINUE = lazyScreen(async () => (await import('./slide-continue.tsx')).SlideContinue)
/** Only needed by members, for titles on sale. */
const OFFER = lazyScreen(async () => (await import('./slide-offer.tsx')).SlideOffer)

/** The play button with its cost, the link to the details, and the favourite button. */
export function SlideActions({ banner }: { banner: Banner }) {
  const { home } = useShellText()
  const detailLink = useDetailLink()
  const { program } = banner
  if (!program) return null
  const { programId } = program
  const plan = secondPlanOffer(program)
  return (
    <div className={styles.actions}>
      {program.buttonText ? <PlayButton program={program} /> : null}
      <Button size="l" href={detailLink(programId)}>
        {home.details}
      </Button>
      <Favorite program={program} size={52} />
      {plan ? (
        <p className={styles.also}>
          <a href={paths.monthlyFee({ programId })}>{home.also(plan.text)}</a>
        </p>
      ) : null}
      {program.access === 'deny' && program.reasonText ? <p className={styles.reason}>{program.reasonText}</p> : null}
    </div>
  )
}

/** The same element with and without progress, so that it keeps the focus. */
function PlayButton({ program }: { program: NonNullable<Banner['program']> }) {
  const detailLink = useDetailLink()
  const isHydrated = useHydrated()
  const isMember = useSession().token !== undefined
  const [continuation, setContinuation] = useState<SlideContinuation>()
  const [offer, setOffer] = useState<SlidePlayProps['label']>()
  const { access, programId } = program
  const mayContinue = access !== 'deny' && isHydrated && (isMember || hasVisitorProgress())
  const href = access === 'deny' ? detailLink(programId) : playLink(program)
  return (
    <>
      <SlidePlay
        program={program}
        href={continuation?.href ?? href}
        label={continuation?.label ?? (access === 'buy' ? offer : undefined)}
      />
      {access === 'buy' && isHydrated ? (
        <ErrorBoundary resetKey={programId}>
          <Suspense fallback={null}>
            <OFFER.Screen program={program} onChange={setOffer} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      {mayContinue ? (
        <ErrorBoundary resetKey={programId}>
          <Suspense fallback={null}>
            <CONTINUE.Screen program={program} onChange={setContinuation} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </>
  )
}

interface SlidePlayProps {
  program: NonNullable<Banner['program']>
  href: string
  /** Replaces the server's button text. */
  label?: { text: string; note?: string; isShort?: boolean } | undefined
}

/** Shows the server's access decision. */
function SlidePlay({ program, href, label }: SlidePlayProps) {
  const action = usePlayAction(program, href, label?.isShort)
  const { access, buttonText, buttonNote } = program
  return (
    <Button
      look="primary"
      size="l"
      icon={access === 'play' ? <PlayIcon /> : access === 'parental' ? <LockIcon /> : undefined}
      note={(label ? label.note : buttonNote) || undefined}
      className={access === 'buy' ? styles.offer : undefined}
      {...action}
    >
      {label?.text ?? buttonText}
    </Button>
  )
}
