import { storage } from '#web/kit/storage.ts'
import { PATHS, paths } from './paths.ts'

/** The list of titles that was browsed last in this tab. */
const KEY = 'harbour.browsed'

const LISTS: ReadonlySet<string> = new Set([
  PATHS.home,
  PATHS.movie,
  PATHS.drama,
  PATHS.kids,
  PATHS.varietyShow,
  PATHS.rolling,
  PATHS.promote,
  PATHS.search,
  PATHS.setupFavorite,
  PATHS.setupWatched,
  PATHS.setupRecommend,
  PATHS.setupPurchased,
])

export interface Place {
  pathname: string
  search: string
}

export function rememberBrowsed({ pathname, search }: Place): void {
  if (LISTS.has(pathname)) storage.session.set(KEY, `${pathname}${search}`)
}

function browsedList(): Place {
  const [pathname = '', search = ''] = (storage.session.get(KEY) ?? '').split(/(?=\?)/)
  return LISTS.has(pathname) ? { pathname, search } : { pathname: PATHS.home, search: '' }
}

/** The details of a title that a payment was for, over the list where it was found. */
export const detailOverBrowsed = (programId: string): string => paths.detail(programId, browsedList())
