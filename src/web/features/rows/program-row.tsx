import { Suspense, useDeferredValue, useState } from 'react'
import { useLocation } from 'react-router'
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
import { useText } from '#web/kit/text.ts'
import { useFollow } from '#web/kit/use-call.ts'
import { pageSizeOf } from '#web/viewer/cards/use-tabs.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ChevronRightIcon } from '#web/ui/icons.tsx'
import { Carousel } from '#web/ui/scroll-row.tsx'
import { CardSkeleton, TitleCard } from '#web/ui/title-card.tsx'
import { useNear } from './use-near.ts'
import { useSlow } from './use-slow.ts'
import styles from './program-row.module.css'

/** How many cards the first render has: as many as the widest screen shows. The others come right after. */
const FIRST_CARDS = 9
/** Pictures of the first row that do not wait for the layout. */
const EAGER_CARDS = 4

/** For members only: it is in no prerendered page. */
const CONTINUE = lazyScreen(async () => (await import('./continue-cards.tsx')).ContinueCards)

export interface ProgramCarouselProps {
  category: Category
  /** Asked for at once; the others wait until they are near. */
  eager: boolean
  /** The first row of the page: its pictures are on the first screen. */
  first: boolean
  /** In the kids look: no prices, and its see-all is a tile elsewhere. */
  kids?: boolean
}

/** One row of titles. It loads, shows, hides itself when empty and fails alone. */
export function ProgramCarousel({ category, eager, first, kids }: ProgramCarouselProps) {
  const { home, site } = useText()
  const [ref, near] = useNear(eager)
  const list = useFollow<CardPage>(category.detailURL, { page: 1, pageSize: pageSizeOf(category) }, { enabled: near })
  const slow = useSlow(near && list.isPending)
  // All its cards are on their way out, which can still be undone: it stays mounted.
  const [isEmptied, setEmptied] = useState(false)
  // A child is not even told of a category with nothing for children.
  if (list.data?.list.length === 0 || list.error?.code === 'NOT_FOUND') return null
  return (
    <section ref={ref} className={styles.row} aria-label={category.title} hidden={isEmptied}>
      <div className={styles.head}>
        <h2 className={styles.title}>{category.title}</h2>
        {category.subtitle && !kids ? <p className={styles.subtitle}>{category.subtitle}</p> : null}
        {category.showTopN || kids || isContinueCarousel(category) ? null : (
          <a
            className={styles.all}
            href={paths.rolling(category.categoryId)}
            aria-label={site.seeAllOf(category.title)}
          >
            {site.seeAll}
            <ChevronRightIcon size={16} />
          </a>
        )}
      </div>
      {list.isError ? (
        <ErrorPanel
          compact
          title={home.rowFailed}
          text={list.error.message}
          action={{ label: site.retry, onPress: () => void list.refetch() }}
        />
      ) : (
        <RowCards
          category={category}
          programs={list.data?.list}
          first={first}
          kids={kids}
          near={near}
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
  first: boolean
  kids: boolean | undefined
  near: boolean
  onEmptied: (isEmptied: boolean) => void
}

function RowCards({ category, programs, first, kids, near, onEmptied }: RowCardsProps) {
  const { cards, site } = useText()
  const { language } = useCallContext()
  const detailLink = useDetailLink()
  // The rest follows in a transition, which does not hold up input.
  const shown = useDeferredValue(programs?.length ?? 0, FIRST_CARDS)
  const place = `${useLocation().key} ${category.categoryId}`
  const shape = category.showLandscape && !category.showTopN ? 'landscape' : 'portrait'
  const ranked = category.showTopN && !kids
  if (!programs) return <CarouselSkeleton shape={shape} ranked={ranked} count={near ? FIRST_CARDS : 1} />
  const scroll = { offset: scrollPositionOf(place), onOffset: (offset: number) => rememberScroll(place, offset) }
  if (isContinueCarousel(category)) {
    return (
      <Suspense fallback={<CarouselSkeleton shape="landscape" count={FIRST_CARDS} />}>
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
            priority={first && at < EAGER_CARDS ? 'eager' : 'lazy'}
          />
        </li>
      ))}
    </Carousel>
  )
}

interface RowSkeletonProps {
  shape: 'portrait' | 'landscape'
  ranked?: boolean
  count: number
}

/** A row's box while it is awaited: as high as the row. */
export function CarouselSkeleton({ shape, ranked, count }: RowSkeletonProps) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <Carousel label="" shape={ranked ? 'ranked' : shape} previousLabel="" nextLabel="">
        {Array.from({ length: count }, (_, at) => (
          <li key={at}>
            <CardSkeleton shape={shape} ranked={ranked === true} />
          </li>
        ))}
      </Carousel>
    </div>
  )
}
