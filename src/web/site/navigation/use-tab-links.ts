import type { TabLink } from '#web/features/header/tab-bar.tsx'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useText } from '#web/kit/text.ts'
import { useTabs } from '#web/viewer/cards/use-tabs.ts'
import { findRoute, type SiteRoute, TABS } from './routes.ts'

/** The tabs whose screens exist (the wire returns all nine), as links. Before they have come, those of the table of routes. */
export function useTabLinks(current: SiteRoute): TabLink[] {
  const { tabs: names } = useText()
  const tabs = useTabs().data?.tabList
  if (!tabs || tabs.length === 0) {
    return TABS.flatMap(({ tabId, name, path }) =>
      tabId ? [{ id: tabId, name: names[name], href: paths.route(path), current: tabId === current.tabId }] : [],
    )
  }
  return tabs.flatMap(({ tabId, tabName, route }) => {
    const target = findRoute(route.split('?')[0] ?? '')
    return target
      ? [{ id: tabId, name: tabName, href: paths.route(route), current: target.tabId === current.tabId }]
      : []
  })
}
