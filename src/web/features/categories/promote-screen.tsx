import { useRef } from 'react'
import { useLocation } from 'react-router'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { CategoryError } from './category-error.tsx'
import { CategoryTitles } from './category-titles.tsx'
import { readSelection } from './filters.rules.ts'
import { type Gate, isGate, PromotionGate } from './promotion-gate.tsx'
import { PromotionHero, PromotionHeroSkeleton } from './promotion-hero.tsx'
import { usePromotion } from './use-promotion.ts'
import styles from './promote-screen.module.css'

/** `adult` of the address, as SPEC 2 names it: there and not denied. */
const isAdult = (query: URLSearchParams): boolean => !['', '0', 'false'].includes(query.get('adult') ?? '')

/** A promoted collection with its banner. One for adults asks for the parental code first. */
export function PromoteScreen() {
  const { categories } = useShellText()
  const { language } = useCallContext()
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  const categoryId = query.get('categoryId') ?? ''
  const list = usePromotion({ categoryId, adult: isAdult(query) }, readSelection(search))
  const askedRef = useRef<Gate>(undefined)
  const gate = list.isError ? isGate(list.error.code) : undefined
  const title = gate ? '' : (list.category?.title ?? '')
  usePageTitle(title)

  // Also what was shown before the unlock ended is covered.
  if (gate) {
    return (
      <div className={styles.plain}>
        <PromotionGate key={gate} gate={gate} askedRef={askedRef} />
      </div>
    )
  }
  if (categoryId === '' || (list.isError && list.programs.length === 0)) {
    return (
      <div className={styles.plain}>
        <CategoryError error={list.error} onRetry={() => void list.refetch()} />
      </div>
    )
  }
  return (
    <div className={styles.screen}>
      {list.category && list.banner ? (
        <PromotionHero
          category={list.category}
          banner={list.banner}
          count={list.isPending ? '' : categories.count(formatNumber(list.total, language))}
        />
      ) : (
        <PromotionHeroSkeleton />
      )}
      <CategoryTitles list={list} label={title || categories.untitled} />
    </div>
  )
}
