import { useEffect, useState } from 'react'
import type { PageTitlesText } from '#text/zh_HK/page-titles.ts'
import type { TabsText } from '#text/zh_HK/viewer.ts'
import { readLanguage } from '#web/kit/language.ts'
import { lazyValue } from '#web/kit/lazy-value.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'

export type TitleKey = keyof TabsText | keyof PageTitlesText

/** Not in the first page's script: a title may come after its screen. */
const PAGE_TITLES = {
  zh_HK: lazyValue(async () => (await import('#text/zh_HK/page-titles.ts')).pageTitles),
  en_US: lazyValue(async () => (await import('#text/en_US/page-titles.ts')).pageTitles),
}
let loaded: PageTitlesText | undefined

/** Empty until the titles are loaded. */
export function usePageTitleText(key: TitleKey | undefined): string {
  const { tabs } = useShellText()
  const [titles, setTitles] = useState(loaded)
  useEffect(() => {
    if (key === undefined || key in tabs || titles) return
    // A load that fails leaves the app's name as the title; the next page tries again.
    PAGE_TITLES[readLanguage()].load().then(
      (text) => setTitles((loaded = text)),
      () => {},
    )
  }, [key, tabs, titles])
  return key === undefined ? '' : ({ ...tabs, ...titles }[key] ?? '')
}
