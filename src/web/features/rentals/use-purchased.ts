import { endpointUrl } from '#contract/endpoint.ts'
import { type Purchased, tvodPurchasedList } from '#contract/rentals.ts'
import { usePages } from '#web/kit/use-pages.ts'

const PURCHASED = endpointUrl(tvodPurchasedList)
const PAGE_SIZE = 20

interface PurchasedPage {
  list: Purchased[]
  page: number
  pageSize: number
  total: number
}

/** The running rentals, page by page. */
export const usePurchased = () => usePages<PurchasedPage>(PURCHASED, { pageSize: PAGE_SIZE })
