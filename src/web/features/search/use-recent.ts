import { clearRecentSearches, createRecentSearch, recentSearches } from '#contract/search.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useSession } from '#web/viewer/session/session.ts'

/** None for a visitor. */
export function useRecent() {
  const { token, profile } = useSession()
  const hasProfile = token !== undefined && profile !== undefined
  const list = useCall(recentSearches, {}, { enabled: hasProfile })
  const creating = useSubmit(createRecentSearch, { invalidates: [recentSearches] })
  const clearing = useSubmit(clearRecentSearches, { invalidates: [recentSearches], toastsRefusals: true })
  return {
    keywords: hasProfile ? (list.data?.list.map(({ keyword }) => keyword) ?? []) : [],
    /** A failure is not shown. */
    remember: (keyword: string) => {
      if (hasProfile) void creating.submit({ keyword })
    },
    forget: (keyword?: string) => void clearing.submit({ keyword }),
  }
}
