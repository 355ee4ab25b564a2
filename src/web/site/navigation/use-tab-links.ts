import { useLocation } from '#web/kit/router.tsx'
import type { TabsText } from '#text/zh_HK/viewer.ts'
import type { TabLink } from '#web/features/header/tab-bar.tsx'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useTabs } from '#web/viewer/cards/use-tabs.ts'
import { tabHref } from './tab-links.rules.ts'
import { findRoute, TABS } from './routes.tsx'
import type { SiteRoute } from './site-route.ts'

/** Only tabs whose screens exist (the wire returns all nine); until loaded, those of the route table. */
export function useTabLinks(current: SiteRoute): TabLink[] {
  const { tabs: names } = useShellText()
  const { pathname, search } = useLocation()
  const tabs = useTabs().data?.tabList
  const currentId = current.tabId ?? current.belowTabId
  if (!tabs || tabs.length === 0) {
    return TABS.map(({ tabId = '', title = 'Homepage', path }) => ({
      id: tabId,
      name: names[title as keyof TabsText],
      href: paths.route(path),
      current: tabId === currentId,
    }))
  }
  return tabs.flatMap((tab) => {
    const href = tabHref(tab)
    const target = findRoute(routerPath(href).split('?')[0] ?? '')
    if (!target) return []
    const isCurrent = target.tabId === undefined ? href === `#${pathname}${search}` : target.tabId === currentId
    return [{ id: tab.tabId, name: tab.tabName, href, current: isCurrent }]
  })
}
