import { Suspense, useDeferredValue, useState, useEffect } from 'react'
import { useLocation } from '#web/kit/router.tsx'
import type { Category } from '#contract/categories.ts'
import type { CardPage, ProgramCard } from '#contract/programs.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { cardRef } from '#web/viewer/cards/card-targets.ts'
import { cardOf } from '#web/viewer/cards/card-presenter.ts'
import { isContinueCarousel } from '#web/viewer/watch-progress/continue-row.ts'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { scrollPositionOf, rememberScroll } from '#web/kit/scroll-memory.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useFollow } from '#web/kit/use-call.ts'
import { useOnline } from '#web/kit/use-online.ts'
import { pageSizeOf } from '#web/viewer/cards/use-tabs.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ChevronRightIcon } from '#web/ui/icons.tsx'
import { Carousel } from '#web/ui/scroll-row.tsx'
import { CardSkeleton, TitleCard } from '#web/ui/title-card.tsx'
import { useNear } from '#web/kit/use-near.ts'
import styles from './program-row.module.css'

/** Cards in the first render: as many as the widest screen shows. The others follow at once. */
const FIRST_CARDS = { portrait: 9, landscape: 6, ranked: 6 } as const

/** For members only: not in the prerendered page. */
const CONTINUE = lazyScreen(async () => (await import('./continue-cards.tsx')).ContinueCards)

export interface ProgramCarouselProps {
  category: Category
  /** Fetched at once; other carousels when they come near the viewport. */
  eager: boolean
  /** Kids mode: no prices, and no see-all link. */
  kids?: boolean
}

/** One carousel of titles. It loads and fails on its own, and hides when empty. */
export function ProgramCarousel({ category, eager, kids }: ProgramCarouselProps) {
  const { home, site } = useShellText()
  const [ref, near] = useNear(eager)
  const list = useFollow<CardPage>(category.detailURL, { page: 1, pageSize: pageSizeOf(category) }, { enabled: near })
  const slow = useSlow(near && list.isPending)
  const online = useOnline()
  // The page says once that it is offline: the row waits, and is fetched again when the network is back.
  const isOffline = list.error?.code === 'NETWORK' && (!online || list.isFetching)
  // All cards have pending removals, which can be undone: it stays mounted.
  const [isEmptied, setEmptied] = useState(false)
  // Kids mode does not mention a category without titles for children.
  if (list.data?.list.length === 0 || list.error?.code === 'NOT_FOUND') return null
  return (
    <section ref={ref} className={styles.row} aria-label={category.title} hidden={isEmptied}>
      <div className={styles.head}>
        <div className={styles.names}>
          <h2 className={styles.title}>{category.title}</h2>
          {category.subtitle && !kids ? <p className={styles.subtitle}>{category.subtitle}</p> : null}
        </div>
        {category.showTopN || kids || isContinueCarousel(category) ? null : (
          <a
            className={styles.all}
            href={(category.promotion ? paths.promote : paths.rolling)(category.categoryId)}
            aria-label={site.seeAllOf(category.title)}
          >
            {site.seeAll}
            <ChevronRightIcon size={16} />
          </a>
        )}
      </div>
      {list.isError && !isOffline ? (
        <ErrorPanel
          compact
          title={home.rowFailed}
          text={list.error.message}
          action={{ label: site.retry, onClick: () => void list.refetch() }}
        />
      ) : (
        <RowCards
          category={category}
          programs={list.data?.list}
          kids={kids}
          near={near && !isOffline}
          onEmptied={setEmptied}
        />
      )}
      {slow ? (
        <output className={styles.slow}>
          {site.stillLoading}
          <Button size="s" look="text" onClick={() => void list.refetch({ cancelRefetch: true })}>
            {site.retry}
          </Button>
        </output>
      ) : null}
    </section>
  )
}

interface RowCardsProps {
  category: Category
  programs: readonly ProgramCard[] | undefined
  kids: boolean | undefined
  /** False: its placeholder does not move. */
  near: boolean
  onEmptied: (isEmptied: boolean) => void
}

function RowCards({ category, programs, kids, near, onEmptied }: RowCardsProps) {
  const { cards, site } = useShellText()
  const { language } = useCallContext()
  const detailLink = useDetailLink()
  const shape = category.showLandscape && !category.showTopN ? 'landscape' : 'portrait'
  const ranked = category.showTopN && !kids
  const first = FIRST_CARDS[ranked ? 'ranked' : shape]
  // The rest follows in a transition, which does not hold up input. Never fewer than the first: while titles load the value is 0.
  const shown = Math.max(first, useDeferredValue(programs?.length ?? 0, first))
  const scrollKey = `${useLocation().key} ${category.categoryId}`
  if (!programs) return <CarouselSkeleton shape={shape} ranked={ranked} still={!near} />
  const scroll = {
    offset: scrollPositionOf(scrollKey),
    onOffset: (offset: number) => rememberScroll(scrollKey, offset),
  }
  if (isContinueCarousel(category)) {
    return (
      <Suspense fallback={<CarouselSkeleton shape="landscape" />}>
        <CONTINUE.Screen
          label={category.title}
          programs={programs}
          kids={kids === true}
          onEmptied={onEmptied}
          {...scroll}
        />
      </Suspense>
    )
  }
  return (
    <Carousel
      label={category.title}
      shape={ranked ? 'ranked' : shape}
      ordered={category.showTopN}
      previousLabel={site.previous}
      nextLabel={site.next}
      {...scroll}
    >
      {programs.slice(0, shown).map((program, at) => (
        <li key={program.programId}>
          <TitleCard
            {...cardOf(program, shape, { text: cards, language, kids: kids === true })}
            ref={cardRef(program)}
            href={detailLink(program.programId)}
            rank={ranked ? at + 1 : undefined}
          />
        </li>
      ))}
    </Carousel>
  )
}

interface CarouselSkeletonProps {
  shape: 'portrait' | 'landscape'
  ranked?: boolean
  /** Far below the screen: one card whose shadows draw the others, and nothing moves. */
  still?: boolean
}

/** The placeholder of a carousel's cards while they load, with their height. */
function CarouselSkeleton({ shape, ranked, still }: CarouselSkeletonProps) {
  const look = ranked ? 'ranked' : shape
  return (
    <div className={styles.skeleton} aria-hidden="true" data-skeleton={still ? undefined : ''}>
      <Carousel label="" shape={look} previousLabel="" nextLabel="">
        {Array.from({ length: still ? 1 : FIRST_CARDS[look] }, (_, at) => (
          <li key={at}>
            <CardSkeleton shape={shape} ranked={ranked === true} still={still} />
          </li>
        ))}
      </Carousel>
    </div>
  )
}

/** The placeholder of a whole carousel of which not even the title is known. */
export function AwaitedCarousel({ shape }: { shape: 'portrait' | 'landscape' }) {
  return (
    <div className={styles.row}>
      <div className={styles.head}>
        <span className={styles.bone} />
      </div>
      <CarouselSkeleton shape={shape} />
    </div>
  )
}

/** DESIGN 6: a skeleton says after 8 s that it is still loading. */
const SLOW_MS = 8000

function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])
  return slow
}
