import { useRef, type RefObject, useEffect } from 'react'
import { useLocation } from '#web/kit/router.tsx'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { CategoryError } from './category-error.tsx'
import { CategoryTitles } from './category-titles.tsx'
import { readSelection, type Selection } from './filters.rules.ts'
import styles from './promote-screen.module.css'
import { endpointUrl } from '#contract/endpoint.ts'
import { promoteCategory, type PromotionBanner } from '#contract/promotions.ts'
import { usePages } from '#web/kit/use-pages.ts'
import { type CategoryPage, titlesOf, useLastPage } from './use-category.ts'
import { requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { requestLogin } from '#web/viewer/session/pending-action.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { LockIcon } from '#web/ui/icons.tsx'
import { useText } from '#web/kit/text.ts'
import type { Category } from '#contract/categories.ts'
import { ResponsiveImage } from '#web/ui/image.tsx'

/** SPEC 2: `adult` present and not denied. */
const isAdult = (query: URLSearchParams): boolean => !['', '0', 'false'].includes(query.get('adult') ?? '')

/** A collection for adults asks for the parental code first. */
export function PromoteScreen() {
  const { categories } = useShellText()
  const { language, pattern } = useCallContext()
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  const categoryId = query.get('categoryId') ?? ''
  const list = usePromotion(
    { categoryId, adult: isAdult(query) },
    readSelection(search, { kids: pattern === 'children' }),
  )
  const askedRef = useRef<Gate>(undefined)
  const gate = list.pages.isError ? isGate(list.pages.error.code) : undefined
  const title = gate ? '' : (list.category?.title ?? '')
  usePageTitle(title)

  // Covers titles that were shown before the unlock ended.
  if (gate) {
    return (
      <div className={styles.plain}>
        <PromotionGate key={gate} gate={gate} askedRef={askedRef} />
      </div>
    )
  }
  if (categoryId === '' || (list.pages.isError && list.programs.length === 0)) {
    return (
      <div className={styles.plain}>
        <CategoryError error={list.pages.error} onRetry={() => void list.pages.refetch()} />
      </div>
    )
  }
  return (
    <div className={styles.screen}>
      {list.category && list.banner ? (
        <PromotionHero
          category={list.category}
          banner={list.banner}
          count={list.pages.isPending ? '' : categories.count(formatNumber(list.total, language))}
        />
      ) : (
        <PromotionHeroSkeleton />
      )}
      <CategoryTitles list={list} label={title || categories.untitled} />
    </div>
  )
}

type PromotionPage = CategoryPage & { banner: PromotionBanner }

interface PromotionRef {
  categoryId: string
  adult: boolean
}

/** Name, banner and facets stay while another selection loads. */
function usePromotion({ categoryId, adult }: PromotionRef, { sort, filters: { year, ...rest } }: Selection) {
  const pages = usePages<PromotionPage>(
    endpointUrl(promoteCategory),
    { categoryId, adult: adult ? 1 : undefined, page: 1, sort, year: year && Number(year), ...rest },
    { enabled: categoryId !== '' },
  )
  const shown = useLastPage(categoryId, pages.data?.pages[0])
  const { programs, total } = titlesOf(pages.data?.pages)
  return { pages, programs, total, category: shown?.category, banner: shown?.banner, facets: shown?.facets }
}

type Gate = 'login' | 'code'

const GATES: Readonly<Record<string, Gate>> = { LOGIN_REQUIRED: 'login', PARENTAL_CODE_REQUIRED: 'code' }

const isGate = (errorCode: string): Gate | undefined => GATES[errorCode]

interface PromotionGateProps {
  gate: Gate
  /** The gate that was opened already: the gate unmounts while the collection is requested again. */
  askedRef: RefObject<Gate | undefined>
}

/** Opens its dialog at once, and again by the button. */
function PromotionGate({ gate, askedRef }: PromotionGateProps) {
  const text = useText('promotions').gate[gate]
  const { pathname, search } = useLocation()
  const at = `${pathname}${search}`
  const request = () => {
    if (gate === 'code') void requestParentalCode({ purpose: 'collection' })
    else requestLogin({ kind: 'go', to: at }, at)
  }
  useEffect(() => {
    if (askedRef.current === gate) return
    askedRef.current = gate
    request()
  })
  return (
    <ErrorPanel
      isScreen
      tone="plain"
      icon={<LockIcon size={26} />}
      title={text.title}
      text={text.text}
      action={{ label: text.action, onClick: request }}
    />
  )
}

const PHONE = '(max-width: 767.98px) and (orientation: portrait)'

interface PromotionHeroProps {
  category: Pick<Category, 'title' | 'subtitle'>
  banner: PromotionBanner
  count: string
}

function PromotionHero({ category: { title, subtitle }, banner, count }: PromotionHeroProps) {
  const { label } = useText('promotions')
  const { bannerImage, bannerImagePortrait, bannerPreview, focus, focusPortrait, text } = banner
  return (
    <div className={styles.hero}>
      <div className={styles.art} aria-hidden="true">
        {bannerImage ? (
          <ResponsiveImage
            src={bannerImage}
            alt=""
            title=""
            preview={bannerPreview}
            sizes="88vw"
            from={640}
            focus={focus}
            narrow={{
              src: bannerImagePortrait || bannerImage,
              media: PHONE,
              sizes: '100vw',
              focus: focusPortrait,
            }}
            priority="high"
          />
        ) : null}
      </div>
      <div className={styles.text}>
        <p className={styles.kicker}>{label}</p>
        <h1 className={styles.title}>{title}</h1>
        {subtitle ? <p className={styles.subtitle}>{subtitle}</p> : null}
        {text ? <p className={styles.lead}>{text}</p> : null}
        <output className={styles.count}>{count}</output>
      </div>
    </div>
  )
}

const PromotionHeroSkeleton = () => <div className={styles.hero} data-awaited="" />
