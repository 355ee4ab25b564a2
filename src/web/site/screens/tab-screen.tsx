import { memo, Suspense } from 'react'
import type { ViewerText } from '#text/zh_HK/viewer.ts'
import { listHomeBanner } from '#contract/banners.ts'
import { Billboard, BillboardSkeleton } from '#web/features/billboard/billboard.tsx'
import { AwaitedCarousel, ProgramCarousel, type ProgramCarouselProps } from '#web/features/rows/program-row.tsx'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useTabs } from '#web/viewer/cards/use-tabs.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FilmIcon } from '#web/ui/icons.tsx'
import { FAVORITES_ROW, PURCHASED_ROW } from '../hosts/layers.tsx'
import { billboardInput, FIRST_CAROUSELS } from '../prerender/first-calls.ts'
import styles from './tab-screen.module.css'

interface TabScreenProps {
  tabId: string
  /** Its heading until the tabs are loaded. */
  name: keyof ViewerText['tabs']
}

export function TabScreen({ tabId, name }: TabScreenProps) {
  const { home, site, tabs: names } = useShellText()
  const tabs = useTabs()
  const billboard = useCall(listHomeBanner, billboardInput(tabId))
  const tab = tabs.data?.tabList.find((candidate) => candidate.tabId === tabId)
  const banners = billboard.data?.data.bannerList ?? []
  const heading = tab?.tabName ?? names[name]

  if (tabs.isLoadingError) {
    return (
      <div className={styles.plain}>
        <ErrorPanel
          isScreen
          title={home.pageFailed}
          text={tabs.error.message}
          action={{ label: site.retry, onClick: () => void tabs.refetch() }}
        />
      </div>
    )
  }
  const rows = tab?.data.categoryList ?? []
  const isEmpty = tabs.isSuccess && rows.length === 0 && !billboard.isPending && banners.length === 0
  return (
    <div className={billboard.isPending || banners.length > 0 ? undefined : styles.plain}>
      <h1 className="visually-hidden">{heading}</h1>
      {billboard.isPending ? (
        <BillboardSkeleton />
      ) : (
        <Suspense fallback={<BillboardSkeleton />}>
          <Billboard banners={banners} />
        </Suspense>
      )}
      <div className={styles.rows}>
        {tabs.isPending ? <AwaitedRows /> : null}
        {rows.slice(0, FIRST_CAROUSELS).map((category) => (
          <CarouselPart key={category.categoryId} category={category} eager />
        ))}
        {tabId === '1' ? <OwnRows /> : null}
        {rows.slice(FIRST_CAROUSELS).map((category) => (
          <CarouselPart key={category.categoryId} category={category} eager={false} />
        ))}
        {isEmpty ? (
          <ErrorPanel
            tone="plain"
            icon={<FilmIcon size={26} />}
            title={home.pageEmpty}
            text={home.pageEmptyText}
            action={tabId === '1' ? undefined : { label: home.toHome, href: paths.home() }}
          />
        ) : null}
      </div>
    </div>
  )
}

function AwaitedRows() {
  return (
    <>
      <AwaitedCarousel shape="portrait" />
      <AwaitedCarousel shape="landscape" />
    </>
  )
}

/** React hydrates it apart from the page. Memoized: a parent that renders again would force the hydration. */
const CarouselPart = memo(function CarouselPart(props: ProgramCarouselProps) {
  return (
    <Suspense fallback={<AwaitedCarousel shape="landscape" />}>
      <ProgramCarousel {...props} />
    </Suspense>
  )
})

/** Below the first screen: a row that comes later moves nothing in sight. */
const OwnRows = memo(function OwnRows() {
  const { profile } = useSession()
  if (!profile || profile.childrenModel) return null
  return (
    <ErrorBoundary resetKey={profile.profileId}>
      <Suspense fallback={null}>
        <PURCHASED_ROW.Screen />
        <FAVORITES_ROW.Screen />
      </Suspense>
    </ErrorBoundary>
  )
})
