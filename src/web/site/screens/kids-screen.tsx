import { listHomeBanner } from '#contract/banners.ts'
import type { CardPage } from '#contract/programs.ts'
import { kidsPick } from '#web/features/kids/kids-hero.rules.ts'
import { KidsHero, KidsHeroSkeleton } from '#web/features/kids/kids-hero.tsx'
import { KidsTiles } from '#web/features/kids/kids-tiles.tsx'
import { AwaitedCarousel, ProgramCarousel } from '#web/features/rows/program-row.tsx'
import { isContinueCarousel } from '#web/viewer/watch-progress/continue-row.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall, useFollow } from '#web/kit/use-call.ts'
import { pageSizeOf, useTabs } from '#web/viewer/cards/use-tabs.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { StarIcon } from '#web/ui/icons.tsx'
import { billboardInput, FIRST_CAROUSELS } from '../prerender/first-calls.ts'
import styles from './kids-screen.module.css'

const KIDS_TAB = '4'

export function KidsScreen() {
  const { home, site, tabs: names } = useShellText()
  const tabs = useTabs()
  const billboard = useCall(listHomeBanner, billboardInput(KIDS_TAB))
  const rows = tabs.data?.tabList.find((tab) => tab.tabId === KIDS_TAB)?.data.categoryList ?? []
  // What a child was watching is a row: neither the hero nor a tile.
  const categories = rows.filter((category) => !isContinueCarousel(category))
  const first = categories[0]
  const list = useFollow<CardPage>(
    first?.detailURL ?? '',
    { page: 1, pageSize: first ? pageSizeOf(first) : undefined },
    { enabled: first !== undefined },
  )
  const isPending = tabs.isPending || billboard.isPending || (first !== undefined && list.isPending)
  const pick = isPending ? undefined : kidsPick(billboard.data?.data.bannerList ?? [], list.data?.list ?? [])

  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{names.Kids}</h1>
      {tabs.isLoadingError ? (
        <ErrorPanel
          title={home.pageFailed}
          text={tabs.error.message}
          action={{ label: site.retry, onClick: () => void tabs.refetch() }}
        />
      ) : null}
      {isPending ? <KidsHeroSkeleton /> : null}
      {pick ? <KidsHero {...pick} /> : null}
      {categories.length > 0 ? <KidsTiles categories={categories} /> : null}
      {tabs.isPending ? <AwaitedCarousel shape="landscape" /> : null}
      {rows.map((category, at) => (
        <ProgramCarousel key={category.categoryId} category={category} eager={at < FIRST_CAROUSELS} kids />
      ))}
      {tabs.isSuccess && rows.length === 0 ? (
        <ErrorPanel tone="plain" icon={<StarIcon size={26} />} title={home.pageEmpty} />
      ) : null}
    </div>
  )
}
