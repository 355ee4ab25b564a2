import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { usePages } from '#web/kit/use-pages.ts'

interface AccountPage {
  readonly list: readonly unknown[]
  readonly page: number
  readonly pageSize: number
  readonly total: number
}

interface AccountList {
  readonly pageSize: number
  /** How much of the list is shown: `10 of 34`. */
  readonly shown: (count: string, total: string) => string
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the type of the response
export function useAccountList<Page extends AccountPage>(address: string, { pageSize, shown }: AccountList) {
  const { site } = useShellText()
  const { language } = useCallContext()
  const pages = usePages<Page>(address, { pageSize })
  const list: Page['list'][number][] = pages.data?.pages.flatMap((page) => page.list) ?? []
  const total = pages.data?.pages[0]?.total ?? 0
  const length =
    total > pageSize ? shown(formatNumber(list.length, language), formatNumber(total, language)) : undefined
  return { list, paged: { pages, count: list.length, labels: site, shown: length } }
}
