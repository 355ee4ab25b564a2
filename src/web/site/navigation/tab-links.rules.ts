import type { Tab } from '#contract/categories.ts'
import { paths } from '#web/viewer/navigation/paths.ts'

type LinkedTab = Pick<Tab, 'type' | 'route' | 'rolling' | 'data'>

/** The link of a tab: its route; of a rolling tab the whole of its category. */
export function tabHref({ type, route, rolling, data }: LinkedTab): string {
  const [, query] = (type === 'rolling' ? (rolling?.detailURL ?? '') : '').split('?')
  const fields = new URLSearchParams(query)
  const first = data.categoryList[0]
  const categoryId = first?.detailURL === rolling?.detailURL ? first?.categoryId : undefined
  const id = categoryId ?? fields.get('categoryId') ?? fields.get('row')
  return query && id ? paths.rolling(id) : paths.route(route)
}
